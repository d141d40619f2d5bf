// The context root: consumers that are defined and upgraded before the widget, so nothing else here may import its definition.
import { ContextConsumer } from '@lit/context';
import { expect } from '@open-wc/testing';
import { LitElement } from 'lit';
import type { AuthState } from '../../../../src/core/auth-state.js';
import { authContext } from '../../../../src/elements/auth-widget/model/auth-context.js';
import { until } from '../../../support/browser.js';
import { HeldBackend, FakeStore, stored } from '../../../support/held-backend.js';

class EarlyReader extends LitElement {
  readonly state = new ContextConsumer(this, { context: authContext, subscribe: true });
}
customElements.define('early-reader', EarlyReader);

describe('authContext', () => {
  it('is the same in every copy of the module: a registered symbol', () => {
    expect(authContext).to.equal(Symbol.for('auth-widget:state'));
  });

  it('a consumer that was defined before the widget gets its state, and the changes', async () => {
    expect(customElements.get('auth-widget')).to.equal(undefined);
    const widget = document.createElement('auth-widget');
    const store = new FakeStore();
    store.stored = stored();
    Object.assign(widget, { backend: new HeldBackend(), store });
    const reader = new EarlyReader();
    widget.append(reader);
    document.body.append(widget);
    await reader.updateComplete;
    expect(reader.state.value).to.equal(undefined);
    await import('../../../../src/define/auth-widget.js');
    await until(() => reader.state.value?.isAuthenticated);
    const state: AuthState | undefined = reader.state.value;
    expect(state?.displayName).to.equal('Anna');
    widget.remove();
    widget.client.dispose();
  });
});
