import { TestBed } from '@angular/core/testing';
import { WebSessionStore } from 'auth-widget/client';
import { MemoryBackend, mockServer } from 'auth-widget/testing';
import { findButton, plainUser, signInByPhone, signOut } from 'auth-widget/testing/dom';
import { App } from './app';

describe('App', () => {
  let backend: MemoryBackend;
  let stopMock: () => void;

  beforeEach(() => {
    backend = new MemoryBackend();
    stopMock = mockServer(backend);
  });

  afterEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    stopMock();
  });

  /** Renders the app. */
  async function start() {
    const fixture = TestBed.createComponent(App);
    await fixture.whenStable();
    const page: HTMLElement = fixture.nativeElement;
    return {
      widget: page.querySelector('auth-widget')!,
      /** What the app says about the session. */
      async status() {
        await fixture.whenStable();
        return page.querySelector('p')!.textContent;
      },
    };
  }

  it('knows a person who is signed in', async () => {
    backend.signIn({ displayName: 'Anna' }, new WebSessionStore(location.origin));
    const { widget, status } = await start();
    await findButton(widget, 'Sign out');
    expect(await status()).toBe('Signed in as Anna');
  });

  it('signs in by phone, and out', async () => {
    const { widget, status } = await start();
    await signInByPhone(plainUser, widget, { phone: '79990000001', code: '111111', displayName: 'Anna' });
    expect(await status()).toBe('Signed in as Anna');
    await signOut(plainUser, widget);
    expect(await status()).toBe('Signed out');
  });
});
