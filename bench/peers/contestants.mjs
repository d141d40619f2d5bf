// The pages that are measured, and that sheet.mjs takes pictures of: floors, the ways to use this package, and the peers, which other projects publish.
//
// Each has the field that a person fills in first, and what is typed into it. lit-xstate and the peers have a script that is
// bundled from pages/<id>/start.js (or .jsx), and some peers also have files that are copied from packages. build.mjs writes all pages,
// and defines what the plain forms and those of this package consist of.

/**
 * @typedef {object} Contestant
 * @property {string} id of its folder and its address
 * @property {'floor' | 'own' | 'widget' | 'input'} kind a floor is a bare page for comparison; widgets and inputs are the peers
 * @property {string} name
 * @property {string} [packageName] the package whose version is added to the name
 * @property {string} field a selector; `a >>> b` is any b below an a, through shadow roots
 * @property {string} keys what is typed into the field
 * @property {string} [body] HTML; by default an element for the script to render into
 * @property {Record<string, string>} [files] by its name in the page's folder, each file or folder that is copied: `<package>/<path>`
 * @property {string[]} [styles] the ones of `files` that the page links to
 * @property {string[]} [scripts] HTML: tags before that of the bundled script
 * @property {boolean} [startsOnly] the script only calls what `files` have, so neither its bytes nor its request count
 * @property {Record<string, string>} [hosts] the hosts that the page calls where the peer accepts no URL of the bench's server. The
 * page's mock answers them. Each value is the directive of the policy that has to allow the host
 * @property {Record<string, string>} [policy] by directive, the sources that the strict policy also allows. build.mjs sets it
 * @property {string} [tag] the element that is mounted again and again. Without one, window.mountPeer does it, if the script sets it
 */

const DIGITS = '9161234567';
const EMAIL = 'me@example';
const PHONE = '<label for="phone">Phone number</label> <input id="phone" type="tel">';
/** A field that is in the HTML, and is counted once its script has marked it. */
const whenReady = { body: PHONE, field: '#phone.ready', keys: DIGITS };

/** @type {Contestant[]} */
export const CONTESTANTS = [
  { id: 'plain', kind: 'floor', name: 'a form of plain HTML, its style inline', field: '#phone', keys: DIGITS },
  { id: 'plain-linked', kind: 'floor', name: 'a form of plain HTML, its style linked', field: '#phone', keys: DIGITS },
  {
    id: 'lit-xstate',
    kind: 'floor',
    name: 'Lit, its context and XState alone',
    field: 'bare-field >>> input',
    keys: DIGITS,
    body: '<bare-host></bare-host>',
    tag: 'bare-host',
  },

  {
    id: 'one-file',
    kind: 'own',
    name: '`<auth-widget>`, the one file',
    field: 'phone-input >>> input',
    keys: DIGITS,
    tag: 'auth-widget',
  },
  {
    id: 'modules',
    kind: 'own',
    name: '`<auth-widget>`, the modules',
    field: 'phone-input >>> input',
    keys: DIGITS,
    tag: 'auth-widget',
  },
  {
    id: 'html-inline',
    kind: 'own',
    name: '`<auth-widget>`, the first screen as HTML',
    field: 'phone-input >>> input',
    keys: DIGITS,
  },
  {
    id: 'html-linked',
    kind: 'own',
    name: '`<auth-widget>`, as HTML with linked styles',
    field: 'phone-input >>> input',
    keys: DIGITS,
  },
  {
    id: 'phone-input',
    kind: 'own',
    name: '`<phone-input>` alone',
    field: 'phone-input >>> input',
    keys: DIGITS,
    tag: 'phone-input',
  },
  {
    id: 'code-input',
    kind: 'own',
    name: '`<code-input>` alone',
    field: 'code-input >>> input',
    keys: '123456',
    tag: 'code-input',
  },

  {
    id: 'hanko',
    kind: 'widget',
    name: 'Hanko Elements',
    packageName: '@teamhanko/hanko-elements',
    field: 'hanko-auth >>> input',
    keys: EMAIL,
    body: '<hanko-auth></hanko-auth>',
    tag: 'hanko-auth',
  },
  {
    id: 'supabase',
    kind: 'widget',
    name: 'Supabase Auth UI',
    packageName: '@supabase/auth-ui-react',
    field: '#root input[name=email]',
    keys: EMAIL,
  },
  {
    id: 'better-auth-ui',
    kind: 'widget',
    name: 'better-auth-ui',
    packageName: '@daveyplate/better-auth-ui',
    field: '#root input[name=email]',
    keys: EMAIL,
  },
  {
    id: 'firebaseui',
    kind: 'widget',
    name: 'FirebaseUI',
    packageName: 'firebaseui',
    field: '#root input[name=email]',
    keys: EMAIL,
  },
  {
    id: 'supertokens',
    kind: 'widget',
    name: 'SuperTokens',
    packageName: 'supertokens-auth-react',
    field: '#supertokens-root >>> input[type=tel]',
    keys: DIGITS,
  },
  {
    id: 'descope',
    kind: 'widget',
    name: 'Descope',
    packageName: '@descope/web-component',
    field: 'descope-wc >>> descope-email-field >>> input',
    keys: EMAIL,
    files: { 'descope.js': '@descope/web-component/dist/index.js', ui: '@descope/web-components-ui/dist/umd' },
    scripts: ['<script src="descope.js" defer></script>'],
    startsOnly: true,
  },
  {
    id: 'auth0-lock',
    kind: 'widget',
    name: 'Auth0 Lock',
    packageName: 'auth0-lock',
    field: '#root input[name=email], #root input[name=username]',
    keys: EMAIL,
    hosts: { 'bench.invalid': 'frame-src' },
  },
  {
    id: 'corbado',
    kind: 'widget',
    name: 'Corbado',
    packageName: '@corbado/web-js',
    field: '#root input',
    keys: EMAIL,
    files: {
      'corbado.js': '@corbado/web-js/dist/bundle/index.js',
      'corbado.css': '@corbado/web-js/dist/bundle/index.css',
    },
    styles: ['corbado.css'],
    scripts: ['<script src="corbado.js" defer></script>'],
    startsOnly: true,
    hosts: { 'pro-1234567890123456789.bench.invalid': 'connect-src' },
  },
  {
    id: 'clerk',
    kind: 'widget',
    name: 'Clerk',
    packageName: '@clerk/clerk-js',
    field: '#root input[name=identifier]',
    keys: EMAIL,
    files: { js: '@clerk/clerk-js/dist', ui: '@clerk/ui/dist' },
    scripts: [
      '<script src="ui/ui.browser.js" defer crossorigin="anonymous"></script>',
      // A publishable key has the host of the instance in Base64. The page calls the proxy URL in its place.
      `<script src="js/clerk.browser.js" defer crossorigin="anonymous" data-clerk-proxy-url="/mock/clerk" data-clerk-publishable-key="pk_live_${btoa('clerk.bench.invalid$')}"></script>`,
    ],
    startsOnly: true,
  },
  {
    id: 'okta',
    kind: 'widget',
    name: 'Okta Sign-In Widget',
    packageName: '@okta/okta-signin-widget',
    field: '#root input[type=text]',
    keys: EMAIL,
    files: Object.fromEntries(
      ['js/okta-sign-in.min.js', 'css/okta-sign-in.min.css', 'font', 'img', 'labels'].map(name => [
        name,
        `@okta/okta-signin-widget/dist/${name}`,
      ]),
    ),
    styles: ['css/okta-sign-in.min.css'],
    scripts: ['<script src="js/okta-sign-in.min.js" defer></script>'],
    startsOnly: true,
  },
  {
    id: 'ory',
    kind: 'widget',
    name: 'Ory Elements',
    packageName: '@ory/elements-react',
    field: '#root input[name=identifier]',
    keys: EMAIL,
  },

  {
    id: 'libphonenumber',
    kind: 'input',
    name: 'libphonenumber-js/min',
    packageName: 'libphonenumber-js',
    ...whenReady,
  },
  { id: 'imask', kind: 'input', name: 'IMask', packageName: 'imask', ...whenReady },
  { id: 'maskito', kind: 'input', name: 'Maskito for phones', packageName: '@maskito/phone', ...whenReady },
  {
    id: 'intl-tel-input',
    kind: 'input',
    name: 'intl-tel-input',
    packageName: 'intl-tel-input',
    field: '.iti #phone',
    keys: DIGITS,
    body: PHONE,
    files: {
      'intlTelInput.min.js': 'intl-tel-input/dist/js/intlTelInput.min.js',
      'css/intlTelInput.min.css': 'intl-tel-input/dist/css/intlTelInput.min.css',
      img: 'intl-tel-input/dist/img',
    },
    styles: ['css/intlTelInput.min.css'],
    scripts: ['<script src="intlTelInput.min.js" defer></script>'],
    startsOnly: true,
  },
  {
    id: 'input-otp',
    kind: 'input',
    name: 'input-otp',
    packageName: 'input-otp',
    field: '#root input',
    keys: '123456',
  },
];
