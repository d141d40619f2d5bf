// The documentation site: `npm run docs` builds it into out/site/.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { headingAnchor } from '../../scripts/heading-anchor.mjs';
import { copyLinkedFiles, emptyHeaders, EXCLUDED, pathOf, rewriteLinks, root, showBraces } from './pages.mjs';

const site = fileURLToPath(new URL('..', import.meta.url));

const GUIDE = [
  {
    text: 'Start',
    items: [
      { text: 'The first minutes', link: '/starting' },
      { text: 'Installing', link: '/installing' },
      { text: 'In your page', link: '/usage' },
      { text: 'Where /v1 lives', link: '/proxy' },
      { text: 'From a CDN', link: '/cdn' },
      { text: 'The first screen as HTML', link: '/first-screen' },
      { text: 'API', link: '/api' },
    ],
  },
  {
    text: 'Your app',
    items: [
      { text: 'React, Next, React Router', link: '/frameworks/react' },
      { text: 'Vue and Nuxt', link: '/frameworks/vue' },
      { text: 'Svelte and SvelteKit', link: '/frameworks/svelte' },
      { text: 'Angular', link: '/frameworks/angular' },
      { text: 'Preact', link: '/frameworks/preact' },
      { text: 'Solid', link: '/frameworks/solid' },
      { text: 'Astro', link: '/frameworks/astro' },
      { text: 'The session in your app', link: '/your-app' },
      { text: 'A server that knows who is signed in', link: '/server-session' },
      { text: 'The same in PHP, Python, Go, Ruby, Java', link: '/server-session-languages' },
      { text: 'Your own API', link: '/your-api' },
      { text: 'In a form of your own', link: '/forms' },
      { text: 'A phone number in a checkout form', link: '/checkout' },
      { text: 'A code as a second factor', link: '/second-factor' },
      { text: 'From your login form', link: '/migrating' },
      { text: 'The client alone', link: '/client' },
      { text: 'Testing your app', link: '/testing' },
    ],
  },
  {
    text: 'Look and language',
    items: [
      { text: 'Theming', link: '/theming' },
      { text: 'Languages', link: '/languages' },
      { text: 'Countries', link: '/behaviour/countries' },
      { text: 'Accessibility', link: '/accessibility' },
      { text: 'Browsers', link: '/browsers' },
    ],
  },
  {
    text: 'Servers',
    items: [
      { text: 'Servers that you may have', link: '/backends/' },
      { text: 'better-auth', link: '/backends/better-auth' },
      { text: 'Supabase Auth', link: '/backends/supabase' },
      { text: 'Ory Kratos', link: '/backends/kratos' },
      { text: 'Firebase', link: '/backends/firebase' },
      { text: 'Keycloak', link: '/backends/keycloak' },
      { text: 'Your own server', link: '/backend' },
      { text: 'The HTTP protocol', link: '/protocol' },
      { text: 'Checking a server', link: '/contract-check/' },
    ],
  },
  {
    text: 'The reference server',
    items: [
      { text: 'Operation', link: '/server/' },
      { text: 'Challenges', link: '/challenge' },
      { text: 'Security', link: '/security' },
    ],
  },
  {
    text: 'Behaviour',
    collapsed: true,
    items: [
      { text: 'Requirements', link: '/behaviour/requirements' },
      { text: 'Flow', link: '/behaviour/flow' },
      { text: 'Session', link: '/behaviour/session' },
      { text: 'Inputs', link: '/behaviour/inputs' },
      { text: 'Decisions', link: '/decisions/' },
      { text: 'Testing this project', link: '/testing-the-project' },
      { text: 'Results', link: '/results' },
      { text: 'Speed', link: '/speed' },
      { text: 'Changes', link: '/changelog' },
    ],
  },
];

export default {
  title: 'auth-widget',
  description: 'A sign-in widget for any web page: phone number with a code by SMS, or login with password. One tag.',
  lang: 'en',
  srcDir: root,
  srcExclude: EXCLUDED,
  outDir: path.join(root, 'out/site'),
  cacheDir: path.join(root, 'out/site-cache'),
  cleanUrls: false,
  rewrites: pathOf,
  head: [['link', { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }]],
  markdown: {
    anchor: { slugify: headingAnchor },
    // The defaults have less contrast than 4.5 on the background of a block: 3.2 in the light scheme, and 3.75 for comments in the dark one.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: md => {
      rewriteLinks(md);
      showBraces(md);
      emptyHeaders(md);
    },
  },
  // VitePress would read vite.config.ts in the root, which builds the package.
  vite: { configFile: false, publicDir: path.join(site, 'public') },
  themeConfig: {
    logo: { src: '/favicon.svg', alt: '' },
    search: { provider: 'local' },
    outline: { level: [2, 3] },
    nav: [
      { text: 'Start', link: '/starting' },
      // The playground isn't built by VitePress, whose router would look for a page of the site.
      { text: 'Playground', link: '/playground/index.html', target: '_self' },
      { text: 'API', link: '/api' },
      { text: 'Servers', link: '/backends/' },
      { text: 'Security', link: '/security' },
      { text: 'Changes', link: '/changelog' },
    ],
    sidebar: GUIDE,
  },
  // The theme's first page has no landmark for its content, so the built HTML gets one. theme/index.js sets or removes it when the page changes.
  transformHtml: (/** @type {string} */ html) => html.replace(/<div(?= class="VPContent is-home")/, '<div role="main"'),
  /** @param {{ outDir: string }} config */
  buildEnd: ({ outDir }) => copyLinkedFiles(outDir),
};
