// auth-widget: its events, as a page receives them.
import { expect } from '@open-wc/testing';
import { AuthError } from '../../../src/core/auth-error.js';
import { UNKNOWN_STATE } from '../../../src/elements/auth-widget/model/auth-context.js';
import { toEvent } from '../../../src/elements/auth-widget/auth-widget.events.js';
import { CodeBackEvent, CodeCompleteEvent } from '../../../src/elements/code-input/code-input.events.js';

/** An event without the fields of `Event`. */
const fieldsOf = (event: Event) => Object.fromEntries(Object.entries(event).filter(([key]) => key !== 'isTrusted'));

describe('events', () => {
  /** The state of the widget, whose error is in the widget's language. The one in the notice is the client's. */
  const state = { ...UNKNOWN_STATE, userId: 'u1' };
  const failure = new AuthError('offline');
  const events: [Event, string, object][] = [
    [toEvent({ type: 'auth-change', state: UNKNOWN_STATE }, state, ''), 'auth-change', { state }],
    [
      toEvent({ type: 'auth-signed-in', userId: 'u1', displayName: 'Anna' }, state, ''),
      'auth-signed-in',
      { userId: 'u1', displayName: 'Anna' },
    ],
    [toEvent({ type: 'auth-signed-out', reason: 'logout' }, state, ''), 'auth-signed-out', { reason: 'logout' }],
    [toEvent({ type: 'auth-code-sent', phone: '79161234567' }, state, ''), 'auth-code-sent', { phone: '79161234567' }],
    [toEvent({ type: 'auth-error', failure }, state, 'No.'), 'auth-error', { code: 'offline', message: 'No.' }],
    [new CodeCompleteEvent('123456'), 'code-complete', { code: '123456' }],
    [new CodeBackEvent(), 'code-back', {}],
  ];

  for (const [event, type, fields] of events) {
    it(`${type} bubbles, leaves shadow roots, cannot be cancelled, and has its fields`, () => {
      const { bubbles, composed, cancelable } = event;
      expect({ type: event.type, bubbles, composed, cancelable }).to.deep.equal({
        type,
        bubbles: true,
        composed: true,
        cancelable: false,
      });
      expect(fieldsOf(event)).to.deep.equal(fields);
    });
  }
});
