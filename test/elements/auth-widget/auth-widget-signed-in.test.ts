// auth-widget: what it shows to someone who is signed in: slotted content, the context, the notice about a new account.
import { ContextConsumer } from '@lit/context';
import { expect } from '@open-wc/testing';
import { LitElement } from 'lit';
import type { AuthState } from '../../../src/core/auth-state.js';
import { authContext } from '../../../src/elements/auth-widget/model/auth-context.js';
import { type } from '../../support/browser.js';
import { backend, find, mount, settled, signIn, widget } from '../../support/widget.js';

afterEach(() => widget.client.dispose());

describe('auth-widget: signed in', () => {
  it('a slotted form is left alone: its submit reaches the page, and its fields are not read by the widget', async () => {
    await mount({ mode: 'login' });
    const form = document.createElement('form');
    form.slot = 'signed-in';
    const field = document.createElement('input');
    field.name = 'login';
    form.append(field);
    widget.append(form);
    await signIn();
    const submits: string[] = [];
    widget.parentElement!.addEventListener('submit', event => {
      submits.push(event.defaultPrevented ? 'prevented' : 'open');
      event.preventDefault();
    });
    field.focus();
    await type('bob');
    form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }));
    expect(submits).to.deep.equal(['open']);
    expect(backend.count('login')).to.equal(1);
    expect(widget.state.isAuthenticated).to.equal(true);
    const signedOut = widget.client.logout();
    await backend.answer('endSession');
    await signedOut;
    await settled();
    expect(find('[name=login]').value).to.equal('');
  });

  it('a slotted element replaces the view, and reads the state from the context', async () => {
    class StateReader extends LitElement {
      readonly state = new ContextConsumer(this, { context: authContext, subscribe: true });

      override render() {
        return this.state.value?.displayName;
      }
    }
    customElements.define('state-reader', StateReader);
    await mount();
    const reader = new StateReader();
    reader.slot = 'signed-in';
    widget.append(reader);
    await signIn();
    await reader.updateComplete;
    const state: AuthState | undefined = reader.state.value;
    expect(state).to.deep.equal(widget.state);
    expect(reader.shadowRoot!.textContent).to.equal('Anna');
    expect(find<HTMLSlotElement>('slot[name=signed-in]').assignedElements()).to.deep.equal([reader]);
  });

  for (const mode of ['login', 'register'] as const) {
    it(`an account that was created in ${mode}: ${mode === 'login' ? 'a' : 'no'} notice`, async () => {
      await mount(mode);
      await signIn({ created: true });
      const notice = find('#notice').textContent;
      if (mode === 'login') expect(notice).to.contain('We created a new account');
      else expect(notice).to.equal('');
    });
  }
});
