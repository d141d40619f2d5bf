import { expect } from '@esm-bundle/chai';
import { WebSessionStore } from 'auth-widget/client';
import { MemoryBackend, mockServer } from 'auth-widget/testing';
import { findButton, findField, findText, plainUser, signInByPhone, signOut } from 'auth-widget/testing/dom';
import { startApp } from './app.js';

const status = () => document.querySelector('p').textContent;

describe('the app', () => {
  let backend;
  let stopMock;

  beforeEach(() => {
    backend = new MemoryBackend();
    stopMock = mockServer(backend);
  });

  afterEach(() => {
    document.body.replaceChildren();
    localStorage.clear();
    sessionStorage.clear();
    stopMock();
  });

  /** Starts the app, and returns its widget. */
  function start() {
    startApp(document.body);
    return document.querySelector('auth-widget');
  }

  it('knows a person who is signed in', async () => {
    backend.signIn({ displayName: 'Anna' }, new WebSessionStore(location.origin));
    await findButton(start(), 'Sign out');
    expect(status()).to.equal('Signed in as Anna');
  });

  it('signs in by phone, and out', async () => {
    const widget = start();
    await signInByPhone(plainUser, widget, { phone: '79990000001', code: '111111', displayName: 'Anna' });
    expect(status()).to.equal('Signed in as Anna');
    await signOut(plainUser, widget);
    expect(status()).to.equal('Signed out');
  });

  it('shows the tries that are left', async () => {
    const widget = start();
    await plainUser.type(await findField(widget, 'Phone number'), '9990000001');
    await plainUser.click(await findButton(widget, 'Get a code'));
    await plainUser.type(await findField(widget, 'Enter the code'), '000000');
    await findText(widget, /2\stries left/);
  });
});
