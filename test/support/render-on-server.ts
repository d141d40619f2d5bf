// Prints the elements as a server renders them with `@lit-labs/ssr`, by Node's build of Lit. For auth-widget-ssr.test.ts.
import { render } from '@lit-labs/ssr';
import { collectResult } from '@lit-labs/ssr/lib/render-result.js';
import { html } from 'lit';
import '../../src/define/auth-widget.js';

const page = html`<auth-widget lang="en"></auth-widget> <phone-input label="Phone"></phone-input>
  <code-input phone="79161234567"></code-input>
  ${['us ru', 'by', 'all'].map(
    countries => html`<phone-input class="foreign" label="Phone" countries=${countries}></phone-input>`,
  )}`;
process.stdout.write(await collectResult(render(page)));
