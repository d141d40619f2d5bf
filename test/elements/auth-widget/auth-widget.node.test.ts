// The widget on a server, which has no DOM.
import assert from 'node:assert/strict';
import test from 'node:test';

test('a server renders the waiting screen, and needs no client for it', async () => {
  assert.equal(typeof document, 'undefined');
  const { AuthWidget } = await import('../../../src/define/auth-widget.js');
  const widget = new AuthWidget();
  Object.defineProperty(widget, 'client', {
    get: () => {
      throw new Error('a client was created');
    },
  });
  const { strings } = widget.render();
  assert.match(strings.join(), /aria-busy="true"/);
});

test('before it is known who is signed in, the state on a server is that nobody is, and that it is loading', async () => {
  const { AuthWidget } = await import('../../../src/define/auth-widget.js');
  assert.deepEqual(new AuthWidget().state, {
    isAuthenticated: false,
    userId: null,
    displayName: null,
    isLoading: true,
    error: null,
    phoneForVerification: null,
    verificationStep: 'none',
  });
});
