// An app as people write them: what stands on the page is a function of the state. While something runs it shows a
// spinner, signed in it shows itself, and otherwise the widget, which thus leaves the document in the middle of calls.
import '../auth-widget.min.js';

const app = document.querySelector('#app');
const server = new URLSearchParams(location.search).get('server') ?? '/';
const widget = document.createElement('auth-widget');
widget.setAttribute('base-url', server);
widget.setAttribute('lang', 'en');
app.append(widget);
const { client } = widget;

function element(name, text, attributes = {}) {
  const created = document.createElement(name);
  created.textContent = text;
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
  return created;
}

/** Calls the server as the app would, and says with what status it answered. */
async function check(report) {
  const token = await client.getToken();
  const { status } = await fetch(new URL('/v1/session', new URL(server, location.href)), {
    headers: { authorization: `Bearer ${token}` },
  });
  report.textContent = `The server answered ${status}`;
}

function ownView({ displayName }) {
  const report = element('p', '', { role: 'status' });
  const call = element('button', 'Call the server', { type: 'button' });
  call.addEventListener('click', () => void check(report));
  const leave = element('button', 'Leave', { type: 'button' });
  leave.addEventListener('click', () => void client.logout());
  const view = element('section', '');
  view.append(element('h2', `Welcome, ${displayName}`), call, leave, report);
  return view;
}

let shown;
function show(state) {
  const next = state.isAuthenticated ? `app:${state.displayName}` : state.isLoading ? 'spinner' : 'widget';
  if (next === shown) return;
  shown = next;
  if (next === 'widget') app.replaceChildren(widget);
  else if (next === 'spinner') app.replaceChildren(element('p', 'Loading…', { role: 'status' }));
  else app.replaceChildren(ownView(state));
}

client.subscribe(show);
show(client.state);
