// The element loads the parts that it needs from the address in base-cdn-url.
const element = document.createElement('descope-wc');
const settings = {
  'project-id': 'Pbench0000000000000000000000000',
  'flow-id': 'sign-up-or-in',
  'base-url': `${location.origin}/mock/descope`,
  'base-static-url': `${location.origin}/mock/descope/pages`,
  'base-cdn-url': `${location.origin}/p/descope/ui/index.js`,
  theme: 'light',
};
for (const [name, value] of Object.entries(settings)) element.setAttribute(name, value);
document.getElementById('root').append(element);
