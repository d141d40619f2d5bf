// Listeners for `auth-signed-in` that are added to <auth-widget> while a person is signed in.
import { expect } from '@open-wc/testing';
import type { AuthWidget } from '../../../src/elements/auth-widget/auth-widget.js';
import { AuthSignedInEvent } from '../../../src/elements/auth-widget/auth-widget.events.js';
import { until } from '../../support/browser.js';
import { session, stored } from '../../support/held-backend.js';
import { createClient, createWidget, mountWidget } from '../../support/widget.js';
import { microtasks, signedIn, signOut } from '../../support/late-listeners.js';

describe('late listeners', () => {
  /** What the listeners of the test have heard, in order. */
  let heard: string[];

  const listener = (name: string) => (event: AuthSignedInEvent) => {
    heard.push(`${name} ${event.userId}`);
  };

  beforeEach(() => {
    heard = [];
  });

  it('one is told of the person in a microtask; listeners from before are not told again', async () => {
    const { widget } = createWidget({ client: createClient(stored()).client });
    const ancestors = document.createElement('div');
    ancestors.append(widget);
    document.body.append(ancestors);
    widget.addEventListener('auth-signed-in', listener('early'));
    for (const capture of [true, false]) {
      ancestors.addEventListener('auth-signed-in', listener('ancestor'), capture);
    }
    await until(() => widget.state.isAuthenticated);
    expect(heard).to.deep.equal(['ancestor u1', 'early u1', 'ancestor u1']);
    heard = [];
    widget.addEventListener('auth-signed-in', listener('late'));
    expect(heard).to.deep.equal([]);
    await Promise.resolve();
    expect(heard).to.deep.equal(['late u1']);
    await microtasks();
    ancestors.remove();
    expect(heard).to.deep.equal(['late u1']);
  });

  it('the event is like one that was dispatched: its class, its fields, its target, `this`', async () => {
    const { widget } = await signedIn();
    let hasReceiver = false;
    let event: AuthSignedInEvent | undefined;
    widget.addEventListener('auth-signed-in', function (given) {
      hasReceiver = this === widget;
      event = given;
    });
    await microtasks();
    expect(event?.constructor.name).to.equal('AuthSignedInEvent');
    expect(event).to.include({ type: 'auth-signed-in', userId: 'u1', displayName: 'Anna', bubbles: true });
    // Chai takes minutes to print two elements that are not the same.
    expect(event?.target === widget && event.currentTarget === widget && hasReceiver).to.equal(true);
  });

  it('another event of the widget, in the same task, changes nothing', async () => {
    const { widget } = await signedIn();
    widget.addEventListener('auth-signed-in', listener('late'));
    widget.dispatchEvent(new Event('auth-change'));
    await microtasks();
    expect(heard).to.deep.equal(['late u1']);
  });

  it('an event of that name that the page dispatches while nobody is signed in makes no later listener miss a person', async () => {
    const mounted = await signedIn();
    const { widget } = mounted;
    await signOut(mounted);
    widget.addEventListener('auth-signed-in', listener('once'), { once: true });
    widget.dispatchEvent(new AuthSignedInEvent('page', null));
    expect(heard).to.deep.equal(['once page']);
    const signIn = widget.client.login('anna', 'a long password');
    await mounted.backend.answer('login', session());
    await signIn;
    widget.addEventListener('auth-signed-in', listener('late'));
    await microtasks();
    expect(heard).to.deep.equal(['once page', 'late u1']);
  });

  it('an object is called by its method at that time', async () => {
    const { widget } = await signedIn();
    const object = { handleEvent: (): void => void heard.push('old') };
    widget.addEventListener('auth-signed-in', object);
    object.handleEvent = function (this: unknown) {
      heard.push(this === object ? 'new' : 'without this');
    };
    await microtasks();
    expect(heard).to.deep.equal(['new']);
  });

  it('one that is there already is not called again; as a capturing listener it is another one', async () => {
    const { widget } = await signedIn();
    const late = listener('late');
    for (const options of [undefined, false, { capture: false }, true, { capture: true, passive: true }]) {
      widget.addEventListener('auth-signed-in', late, options);
      await microtasks();
    }
    expect(heard).to.deep.equal(['late u1', 'late u1']);
  });

  it('one that was there before the sign-in is not called again when it is added again', async () => {
    const { widget, backend } = await mountWidget({ noAutoLogin: true });
    const early = listener('early');
    widget.addEventListener('auth-signed-in', early);
    const done = widget.client.login('anna', 'correct horse');
    await backend.answer('login', session());
    await done;
    widget.addEventListener('auth-signed-in', early);
    await microtasks();
    expect(heard).to.deep.equal(['early u1']);
  });

  it('one whose signal is aborted already, and null, are no listeners', async () => {
    const { widget } = await signedIn();
    widget.addEventListener('auth-signed-in', listener('aborted'), { signal: AbortSignal.abort() });
    widget.addEventListener('auth-signed-in', null, null);
    widget.removeEventListener('auth-signed-in', null);
    await microtasks();
    expect(heard).to.deep.equal([]);
  });

  it('with `once` it is called once, and not at the next sign-in; also one that was there before', async () => {
    const { widget, backend } = await mountWidget({ noAutoLogin: true });
    widget.addEventListener('auth-signed-in', listener('early'), { once: true });
    const signIn = async (): Promise<void> => {
      const done = widget.client.login('anna', 'correct horse');
      await backend.answer('login', session());
      await done;
      await microtasks();
    };
    await signIn();
    widget.addEventListener('auth-signed-in', listener('late'), { once: true });
    await microtasks();
    const done = widget.client.logout();
    await backend.answer('endSession');
    await done;
    await signIn();
    expect(heard).to.deep.equal(['early u1', 'late u1']);
  });

  it('the fields of the event can be defined again, as some frameworks do', async () => {
    const { widget } = await signedIn();
    const targets: unknown[] = [];
    widget.addEventListener('auth-signed-in', event => {
      Object.defineProperty(event, 'currentTarget', { value: document.body });
      targets.push(event.target === widget, event.currentTarget === document.body);
    });
    await microtasks();
    expect(targets).to.deep.equal([true, true]);
  });

  it('nothing is told if the session has ended by then, and the next sign-in is told once', async () => {
    const mounted = await signedIn();
    const { widget, backend } = mounted;
    widget.addEventListener('auth-signed-in', listener('late'));
    const done = widget.client.logout();
    await microtasks();
    expect(heard).to.deep.equal([]);
    await backend.answer('endSession');
    await done;
    const signedIn2 = widget.client.login('bob', 'correct horse');
    await backend.answer('login', session({ user: 'u2' }));
    await signedIn2;
    await microtasks();
    expect(heard).to.deep.equal(['late u2']);
  });

  it('one that is added between the state and its event hears of it once', async () => {
    const { widget, backend } = await mountWidget({ noAutoLogin: true });
    widget.addEventListener('auth-change', ({ state }) => {
      if (state.isAuthenticated) widget.addEventListener('auth-signed-in', listener('late'));
    });
    const done = widget.client.login('anna', 'correct horse');
    await backend.answer('login', session());
    await done;
    await microtasks();
    expect(heard).to.deep.equal(['late u1']);
  });

  it('before the first update, and while a session is being restored, the event itself comes, once', async () => {
    const { backend, client } = createClient(stored({ obtainedAt: Date.now() - 2_000_000 }));
    const { widget } = createWidget({ client });
    widget.addEventListener('auth-signed-in', listener('first'));
    document.body.append(widget);
    widget.addEventListener('auth-signed-in', listener('second'));
    await until(() => widget.state.isLoading && backend.open.length > 0);
    widget.addEventListener('auth-signed-in', listener('third'));
    await microtasks();
    expect(heard).to.deep.equal([]);
    await backend.answer(backend.open[0]!, session());
    await until(() => widget.state.isAuthenticated);
    await microtasks();
    expect(heard).to.deep.equal(['first u1', 'second u1', 'third u1']);
  });

  it('a listener that was added before the element was defined hears the event itself, once', async () => {
    const template = document.createElement('template');
    template.innerHTML = '<auth-widget></auth-widget>';
    // In the inert document of a template the element is not upgraded.
    const element = template.content.firstElementChild as AuthWidget;
    element.addEventListener('auth-signed-in', listener('early'));
    Object.assign(element, { client: createClient(stored()).client });
    document.body.append(element);
    await until(() => element.state.isAuthenticated);
    await microtasks();
    element.remove();
    element.client.dispose();
    expect(heard).to.deep.equal(['early u1']);
  });

  it('a listener from before the element was defined is told once of each sign-in if it is added again', async () => {
    const template = document.createElement('template');
    template.innerHTML = '<auth-widget></auth-widget>';
    const element = template.content.firstElementChild as AuthWidget;
    const early = listener('early');
    element.addEventListener('auth-signed-in', early);
    const { client, backend } = createClient(stored());
    Object.assign(element, { client });
    document.body.append(element);
    element.addEventListener('auth-signed-in', early);
    await until(() => element.state.isAuthenticated);
    await microtasks();
    expect(heard).to.deep.equal(['early u1']);
    await signOut({ widget: element, backend });
    element.removeEventListener('auth-signed-in', early);
    const done = client.login('anna', 'correct horse');
    await backend.answer('login', session());
    await done;
    element.remove();
    client.dispose();
    expect(heard).to.deep.equal(['early u1']);
  });

  it('a widget that was removed tells of the person whom it last showed', async () => {
    const { widget } = await signedIn();
    widget.remove();
    widget.addEventListener('auth-signed-in', listener('late'));
    await microtasks();
    expect(heard).to.deep.equal(['late u1']);
    document.body.append(widget);
    await microtasks();
    expect(heard).to.deep.equal(['late u1']);
  });

  it('an error in one is reported to the page, and the others are still told', async () => {
    const { widget } = await signedIn();
    const errors: string[] = [];
    const previous = window.onerror;
    window.onerror = message => {
      errors.push(message as string);
      return true;
    };
    widget.addEventListener('auth-signed-in', () => {
      throw new Error('of the page');
    });
    widget.addEventListener('auth-signed-in', listener('late'));
    await microtasks();
    window.onerror = previous;
    expect(errors).to.have.length(1);
    expect(errors[0]).to.contain('of the page');
    expect(heard).to.deep.equal(['late u1']);
  });
});
