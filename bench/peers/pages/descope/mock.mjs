// Answers as Descope's servers do. The content service serves a project: its settings, its theme and the first screen of a flow. The theme is
// empty, so the elements of the screen look as they do without one. The API gets POST requests alone, and answers each with an empty object.
const SCREEN = `<descope-container data-editor-type="container" direction="column" space-between="md" st-padding="1rem">
  <descope-text variant="h1" mode="primary" text-align="center">Welcome</descope-text>
  <descope-email-field data-type="email" name="email" label="Email" placeholder="Email" required="true" full-width="true" size="md" bordered="true" auto-submit="true"></descope-email-field>
  <descope-button data-type="button" variant="contained" mode="primary" size="md" full-width="true" id="submit">Continue</descope-button>
</descope-container>`;
const noTheme = { globals: '', components: {} };

export default ({ path, method }) => {
  if (path.endsWith('/config.json'))
    return {
      headers: { 'x-geo': 'US' },
      body: {
        flows: {
          'sign-up-or-in': { version: 1, startScreenId: 'SC1', startScreenName: 'Welcome', clientScripts: [] },
        },
        componentsVersion: '3.14.1',
        targetLocales: [],
        styles: { theme: { light: { fonts: {} }, dark: { fonts: {} } } },
      },
    };
  if (path.endsWith('/theme.json')) return { body: { light: noTheme, dark: noTheme } };
  if (path.endsWith('/SC1.html')) return { headers: { 'content-type': 'text/html' }, body: SCREEN };
  return method === 'POST' ? { body: {} } : undefined;
};
