// An app that renders one of three views from the client's state: a spinner while a call runs, its own content if the user is
// signed in, and the widget otherwise. So the widget is removed from the document in the middle of its calls.
// The query parameter `server` sets the base URL of the API.
// @ts-expect-error Only the test site has the file in the folder above.
import '../auth-widget.min.js';

const app = /** @type {HTMLElement} */ (document.querySelector('#app'));
const baseUrl = new URLSearchParams(location.search).get('server') ?? '/';
const widget = document.createElement('auth-widget');
widget.setAttribute('base-url', baseUrl);
widget.setAttribute('lang', 'en');
app.append(widget);
const { client } = widget;

function createElement(name, text, attributes = {}) {
  const created = document.createElement(name);
  created.textContent = text;
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
  return created;
}

/** Calls the server with the token, and shows the status of the response. */
async function callServer(status) {
  const token = await client.getToken();
  const response = await fetch(new URL('/v1/session', new URL(baseUrl, location.href)), {
    headers: { authorization: `Bearer ${token}` },
  });
  status.textContent = `The server answered ${response.status}`;
}

function renderContent({ displayName }) {
  const status = createElement('p', '', { role: 'status' });
  const call = createElement('button', 'Call the server', { type: 'button' });
  call.addEventListener('click', () => void callServer(status));
  const leave = createElement('button', 'Leave', { type: 'button' });
  leave.addEventListener('click', () => void client.logout());
  const content = createElement('section', '');
  content.append(createElement('h2', `Welcome, ${displayName}`), call, leave, status);
  return content;
}

let renderedView;
function render(state) {
  const view = state.isAuthenticated ? `content:${state.displayName}` : state.isLoading ? 'spinner' : 'widget';
  if (view === renderedView) return;
  renderedView = view;
  if (view === 'widget') app.replaceChildren(widget);
  else if (view === 'spinner') app.replaceChildren(createElement('p', 'Loading…', { role: 'status' }));
  else app.replaceChildren(renderContent(state));
}

client.subscribe(render);
render(client.state);
