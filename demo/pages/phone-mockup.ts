import { formatPhone } from '../../src/core/phone.js';
import { copyText } from './clipboard.js';
import { byId, createElement } from './dom.js';
import { parseSms, splitSmsText, type Sms } from './sms.js';
import type { Texts } from './texts.js';

const MAX_MESSAGES = 20;
const TIME_FORMAT = { hour: '2-digit', minute: '2-digit', hour12: false } as const;

/**
 * The phone mock-up. It shows the SMS of the reference server (`connect`) or of the server in memory (`receive`). While its messages are
 * out of view, a notice at the top of the window shows a new SMS.
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
    new IntersectionObserver(entries => {
      this.#isVisible = entries.at(-1)!.isIntersecting;
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
      if (sms) this.receive(sms);
    });
  }

  /** Shows the phone as online. The server in memory has no stream, so the page calls this instead of `connect`. */
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
    if (!last) return;
    byId('phone-sender').textContent = last.from;
    if (!byId('notice').hidden) this.#showNotice(last);
  }

  hideNotice(): void {
    byId('notice').hidden = true;
  }

  /** Shows an SMS below the others, and in the notice if it's new and the messages are out of view. */
  receive(sms: Sms): void {
    this.#messages = [...this.#messages, sms].slice(-MAX_MESSAGES);
    const thread = byId('phone-thread');
    const bubble = this.#createBubble(sms);
    // The stream begins with recent messages, which may be older than this page.
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
    const [before = '', ...rest] = code ? body.split(code) : [body];
    text.append(before);
    if (code && rest.length > 0) text.append(createElement('strong', 'sms-code', code), rest.join(code));
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
