// Listeners for `auth-signed-in` that are removed, replaced or added again while a person is signed in.
import { expect } from '@open-wc/testing';
import type { AuthWidget } from '../../../src/elements/auth-widget/auth-widget.js';
import type { AuthSignedInEvent } from '../../../src/elements/auth-widget/auth-widget.events.js';
import { session } from '../../support/held-backend.js';
import { microtasks, signedIn, signOut } from '../../support/late-listeners.js';
import { mountWidget } from '../../support/widget.js';

describe('late listeners that are removed or replaced', () => {
  /** What the listeners of the test have heard, in order. */
  let heard: string[];

  const listener = (name: string) => (event: AuthSignedInEvent) => {
    heard.push(`${name} ${event.userId}`);
  };

  beforeEach(() => {
    heard = [];
  });

  for (const [how, remove] of [
    ['removed', (widget: AuthWidget, late: EventListener) => widget.removeEventListener('auth-signed-in', late)],
    ['aborted', (_widget: AuthWidget, _late: EventListener, aborter: AbortController) => aborter.abort()],
  ] as const) {
    it(`one that is ${how} at once is not called, but is called if it is added again`, async () => {
      const { widget } = await signedIn();
      const late = listener('late') as EventListener;
      const aborter = new AbortController();
      widget.addEventListener('auth-signed-in', late, { signal: aborter.signal });
      remove(widget, late, aborter);
      await microtasks();
      expect(heard).to.deep.equal([]);
      widget.addEventListener('auth-signed-in', late);
      await microtasks();
      expect(heard).to.deep.equal(['late u1']);
    });
  }

  it('with `once` it may add itself again: once for each sign-in', async () => {
    const mounted = await signedIn();
    const { widget, backend } = mounted;
    const addAgain = (event: AuthSignedInEvent): void => {
      listener('again')(event);
      widget.addEventListener('auth-signed-in', addAgain, { once: true });
    };
    widget.addEventListener('auth-signed-in', addAgain, { once: true });
    await microtasks();
    expect(heard).to.deep.equal(['again u1']);
    await signOut(mounted);
    const done = widget.client.login('anna', 'correct horse');
    await backend.answer('login', session());
    await done;
    await microtasks();
    expect(heard).to.deep.equal(['again u1', 'again u1']);
  });

  it('one that replaces a listener that was told is not told again, as when React renders again', async () => {
    const { widget } = await signedIn();
    let current = listener('first');
    widget.addEventListener('auth-signed-in', current);
    await microtasks();
    for (const name of ['second', 'third']) {
      widget.removeEventListener('auth-signed-in', current);
      widget.addEventListener('auth-signed-in', (current = listener(name)));
      await microtasks();
    }
    expect(heard).to.deep.equal(['first u1']);
    widget.removeEventListener('auth-signed-in', current);
    await microtasks();
    widget.addEventListener('auth-signed-in', listener('later'));
    await microtasks();
    expect(heard).to.deep.equal(['first u1', 'later u1']);
  });

  it('one that was told, removed and added again later is told again; so is one that was told with `once`', async () => {
    const { widget } = await signedIn();
    const late = listener('late');
    for (const options of [{}, { once: true }, { once: true }]) {
      widget.addEventListener('auth-signed-in', late, options);
      await microtasks();
      widget.removeEventListener('auth-signed-in', late);
      await microtasks();
    }
    expect(heard).to.deep.equal(['late u1', 'late u1', 'late u1']);
  });

  it('one that replaces an aborted one is not told; the same one is told if it is added later', async () => {
    const { widget } = await signedIn();
    let aborter = new AbortController();
    const late = listener('late');
    widget.addEventListener('auth-signed-in', late, { signal: aborter.signal });
    await microtasks();
    aborter.abort();
    aborter = new AbortController();
    widget.addEventListener('auth-signed-in', late, { signal: aborter.signal });
    await microtasks();
    expect(heard).to.deep.equal(['late u1']);
    aborter.abort();
    await microtasks();
    widget.addEventListener('auth-signed-in', late);
    await microtasks();
    expect(heard).to.deep.equal(['late u1', 'late u1']);
  });

  it('the signal of a removed listener does not remove it once it has been added again', async () => {
    const mounted = await signedIn();
    const { widget, backend } = mounted;
    const aborter = new AbortController();
    const late = listener('late');
    widget.addEventListener('auth-signed-in', late, { signal: aborter.signal });
    await microtasks();
    widget.removeEventListener('auth-signed-in', late);
    widget.addEventListener('auth-signed-in', late);
    aborter.abort();
    await signOut(mounted);
    const done = widget.client.login('anna', 'correct horse');
    await backend.answer('login', session());
    await done;
    expect(heard).to.deep.equal(['late u1', 'late u1']);
  });

  it('a function that listens for two events is removed from the one that is named', async () => {
    const { widget } = await signedIn();
    const late = listener('late');
    widget.addEventListener('auth-signed-in', late);
    widget.addEventListener('auth-signed-out', late as unknown as EventListener);
    widget.removeEventListener('auth-signed-out', late as unknown as EventListener);
    await microtasks();
    expect(heard).to.deep.equal(['late u1']);
  });

  it('a capturing and a bubbling listener are removed one by one', async () => {
    const mounted = await signedIn();
    const { widget, backend } = mounted;
    const late = listener('late');
    for (const capture of [true, false]) widget.addEventListener('auth-signed-in', late, capture);
    await microtasks();
    widget.removeEventListener('auth-signed-in', late, true);
    await signOut(mounted);
    const done = widget.client.login('anna', 'correct horse');
    await backend.answer('login', session());
    await done;
    expect(heard).to.deep.equal(['late u1', 'late u1', 'late u1']);
  });

  it('one that replaces another before either was called is told, as in StrictMode', async () => {
    const { widget } = await signedIn();
    const [first, second] = [listener('first'), listener('second')];
    widget.addEventListener('auth-signed-in', first);
    widget.removeEventListener('auth-signed-in', first);
    widget.addEventListener('auth-signed-in', second);
    await microtasks();
    expect(heard).to.deep.equal(['second u1']);
  });

  it('one takes the place of one that was told; others that come with it are told', async () => {
    const { widget } = await signedIn();
    const first = listener('first');
    widget.addEventListener('auth-signed-in', first);
    await microtasks();
    widget.removeEventListener('auth-signed-in', first);
    for (const name of ['second', 'third', 'fourth']) widget.addEventListener('auth-signed-in', listener(name));
    await microtasks();
    expect(heard).to.deep.equal(['first u1', 'third u1', 'fourth u1']);
  });

  describe('in the call of a listener', () => {
    /** Signs a person in on a widget that has these listeners. */
    async function signIn(addListeners: (widget: AuthWidget) => void): Promise<void> {
      const { widget, backend } = await mountWidget();
      addListeners(widget);
      const done = widget.client.login('anna', 'correct horse');
      await backend.answer('login', session());
      await done;
      await microtasks();
    }

    it('one that is added is told, also after the call of one with `once`', async () => {
      await signIn(widget => {
        widget.addEventListener('auth-signed-in', listener('early'), { once: true });
        widget.addEventListener('auth-signed-in', () => widget.addEventListener('auth-signed-in', listener('late')));
      });
      expect(heard).to.deep.equal(['early u1', 'late u1']);
    });

    it('one that a listener with `once` adds takes its place, and is not told', async () => {
      await signIn(widget => {
        const addNext = (): void => {
          const next = (event: AuthSignedInEvent): void => {
            listener('next')(event);
            if (heard.length < 3) addNext();
          };
          widget.addEventListener('auth-signed-in', next, { once: true });
        };
        addNext();
      });
      expect(heard).to.deep.equal(['next u1']);
    });

    it('one takes the place of another that an earlier listener has removed', async () => {
      const first = listener('first');
      await signIn(widget => {
        widget.addEventListener('auth-signed-in', first);
        widget.addEventListener('auth-signed-in', () => widget.removeEventListener('auth-signed-in', first));
        widget.addEventListener('auth-signed-in', () => widget.addEventListener('auth-signed-in', listener('second')));
      });
      expect(heard).to.deep.equal(['first u1']);
    });
  });
});
