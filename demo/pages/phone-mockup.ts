import { formatPhone } from '../../src/core/phone.js';
import { copyText } from './clipboard.js';
import { byId, createElement } from './dom.js';
import { parseSms, splitSmsText, type Sms } from './sms.js';
import type { Texts } from './texts.js';

const MAX_MESSAGES = 20;
const TIME_FORMAT = { hour: '2-digit', minute: '2-digit', hour12: false } as const;

/**
 * The phone mock-up: shows the SMS that the reference server sends in development. While it is scrolled out of view, a
 * notice at the top of the window shows a new SMS.
 */
export class PhoneMockup {
  #texts: Texts;
  #lang: string;
  #connection: 'connecting' | 'online' | 'offline' = 'connecting';
  #messages: Sms[] = [];
  #isVisible = true;

  constructor(texts: Texts, lang: string) {
    this.#texts = texts;
    this.#lang = lang;
    byId('notice-close').addEventListener('click', () => this.hideNotice());
    byId('notice-copy').addEventListener('click', event => {
      const code = splitSmsText(this.#messages.at(-1)?.text ?? '').code;
      if (code) void copyText(code, byId('notice-body'), event.currentTarget as HTMLElement, this.#texts);
    });
    new IntersectionObserver(([entry]) => {
      this.#isVisible = entry!.isIntersecting;
      if (this.#isVisible) this.hideNotice();
    }).observe(byId('phone-thread'));
    setInterval(() => this.#renderClock(), 1000);
    this.setTexts(texts, lang);
  }

  /** Shows the SMS of a stream of server-sent events. The browser reconnects by itself after an interruption. */
  connect(url: string): void {
    const source = new EventSource(url);
    source.addEventListener('open', () => this.#setConnection('online'));
    source.addEventListener('error', () => this.#setConnection('offline'));
    source.addEventListener('message', event => {
      const sms = parseSms(String(event.data));
      // After a reconnection the server sends the recent messages again.
      if (sms && !this.#messages.some(({ to, text, at }) => to === sms.to && text === sms.text && at === sms.at)) {
        this.receive(sms);
      }
    });
  }

  /** Shows that the phone has a network, where no stream says it. */
  setOnline(): void {
    this.#setConnection('online');
  }

  setTexts(texts: Texts, lang: string): void {
    this.#texts = texts;
    this.#lang = lang;
    this.#renderClock();
    this.#setConnection(this.#connection);
    const thread = byId('phone-thread');
    for (const old of thread.querySelectorAll('.sms')) old.remove();
    thread.append(...this.#messages.map(sms => this.#createBubble(sms)));
    const last = this.#messages.at(-1);
    if (last) byId('phone-sender').textContent = last.from;
  }

  hideNotice(): void {
    byId('notice').hidden = true;
  }

  /** Shows an SMS. */
  receive(sms: Sms): void {
    this.#messages = [...this.#messages, sms].slice(-MAX_MESSAGES);
    const thread = byId('phone-thread');
    const bubble = this.#createBubble(sms);
    // At first the server sends the recent messages, which may be older than this page.
    const isNew = sms.at >= performance.timeOrigin;
    bubble.classList.toggle('sms-new', isNew);
    thread.append(bubble);
    for (const old of [...thread.querySelectorAll('.sms')].slice(0, -MAX_MESSAGES)) old.remove();
    thread.scrollTop = thread.scrollHeight;
    byId('phone-empty').hidden = true;
    byId('phone-sender').textContent = sms.from;
    if (!this.#isVisible && isNew) this.#showNotice(sms);
  }

  #showNotice(sms: Sms): void {
    const { body, code } = splitSmsText(sms.text);
    byId('notice-title').textContent = sms.from;
    byId('notice-body').textContent = body;
    const copy = byId('notice-copy');
    copy.hidden = !code;
    copy.textContent = `${this.#texts.copyCode} ${code ?? ''}`;
    byId('notice').hidden = false;
  }

  #createBubble(sms: Sms): HTMLElement {
    const { body, bindingLine, code } = splitSmsText(sms.text);
    const text = createElement('p', 'sms-text');
    const [before = '', after] = code ? body.split(code, 2) : [body];
    text.append(before);
    if (code && after !== undefined) text.append(createElement('strong', 'sms-code', code), after);
    const time = document.createElement('time');
    time.dateTime = new Date(sms.at).toISOString();
    time.textContent = new Date(sms.at).toLocaleTimeString(this.#lang, TIME_FORMAT);
    const to = createElement('span', 'sms-to', `${this.#texts.smsTo} ${formatPhone(sms.to)}`);
    const bubble = createElement('article', 'sms', createElement('p', 'sms-meta', to, time), text);
    if (bindingLine) bubble.append(createElement('p', 'sms-binding', bindingLine));
    if (code) {
      const copy = createElement('button', 'button sms-copy', `${this.#texts.copyCode} ${code}`);
      copy.type = 'button';
      copy.addEventListener(
        'click',
        () => void copyText(code, text.querySelector('.sms-code') ?? text, copy, this.#texts),
      );
      bubble.append(copy);
    }
    return bubble;
  }

  #setConnection(connection: 'connecting' | 'online' | 'offline'): void {
    this.#connection = connection;
    const status = byId('phone-connection');
    if (status.textContent !== this.#texts[connection]) status.textContent = this.#texts[connection];
    document.querySelector<HTMLElement>('.device')!.dataset['connection'] = connection;
  }

  #renderClock(): void {
    const text = new Date().toLocaleTimeString(this.#lang, TIME_FORMAT);
    const clock = byId('phone-clock');
    if (clock.textContent !== text) clock.textContent = text;
  }
}
