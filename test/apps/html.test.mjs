// The plain page, under a strict content security policy with Trusted Types.
import { setUpApp } from './support/app-test.mjs';

setUpApp('html', {
  files: 'public',
  headers: {
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; require-trusted-types-for 'script'; trusted-types lit-html",
  },
});
