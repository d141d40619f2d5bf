// auth-widget with `defer-hydration`: a framework has rendered the tag, and sets its properties later.
import { expect } from '@open-wc/testing';
import { until } from '../../support/browser.js';
import { HeldBackend, FakeStore, session, stored } from '../../support/held-backend.js';
import { createWidget, queryIn } from '../../support/widget.js';

it('auth-widget: with defer-hydration nothing starts, until it is removed', async () => {
  const backend = new HeldBackend();
  const store = new FakeStore();
  store.stored = stored();
  const { widget } = createWidget({});
  widget.setAttribute('defer-hydration', '');
  document.body.append(widget);
  await widget.updateComplete;
  widget.remove();
  document.body.append(widget);
  await widget.updateComplete;
  expect(widget.renderRoot.childElementCount).to.equal(0);
  expect(widget.state.isLoading).to.equal(true);

  let count = 0;
  widget.addEventListener('auth-signed-in', () => count++);
  Object.assign(widget, { backend, store });
  widget.removeAttribute('defer-hydration');
  await backend.answer('getSession', session());
  await until(() => widget.state.isAuthenticated && queryIn(widget, 'button'));
  expect(count).to.equal(1);
  expect(backend.count('getSession')).to.equal(1);
  widget.remove();
});
