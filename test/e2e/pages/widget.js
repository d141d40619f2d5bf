// The widget in the language and mode of the query, and the SMS that the server would send. The demo page shows both too, but loading it
// takes six times as much processor time.

const query = new URLSearchParams(location.search);
const widget = /** @type {HTMLElement} */ (document.querySelector('auth-widget'));
for (const name of ['lang', 'mode']) widget.setAttribute(name, query.get(name) ?? '');
const log = /** @type {HTMLElement} */ (document.querySelector('[role=log]'));
new EventSource('/dev/sms').addEventListener('message', ({ data }) => {
  const { to, text } = /** @type {{ to: string, text: string }} */ (JSON.parse(String(data)));
  const message = document.createElement('article');
  for (const part of [text, `+${to}`]) {
    const paragraph = document.createElement('p');
    paragraph.textContent = part;
    message.append(paragraph);
  }
  log.append(message);
});

// A change of `mode` would cancel a verification that the element resumes after a reload, so it is defined after its attributes are set.
// @ts-expect-error Only the test site has the file in the folder above.
await import('../auth-widget.min.js');

export {};
