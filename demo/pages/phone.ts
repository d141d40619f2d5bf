import { formatPhone } from '../../src/core/phone.js';
import { copyText } from './clipboard.js';
import { parseSms, readSms, type Sms } from './sms.js';
import type { Lang, Texts } from './texts.js';

const KEPT = 20;
const TIME = { hour: '2-digit', minute: '2-digit', hour12: false } as const;
const byId = (id: string): HTMLElement => document.getElementById(id)!;

function element(name: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const created = document.createElement(name);
  created.className = className;
  created.append(...children);
  return created;
}

/**
 * The drawn phone: shows the SMS of the reference server as they are sent, and a notice at the top of the window when
 * the phone is out of sight.
 */
export class Phone {
  #texts: Texts;
  #lang: Lang;
  #line: 'connecting' | 'online' | 'offline' = 'connecting';
  #messages: Sms[] = [];
  #isInSight = true;
  #source: EventSource | undefined;

  constructor(texts: Texts, lang: Lang) {
    this.#texts = texts;
    this.#lang = lang;
    byId('notice-close').addEventListener('click', () => this.hideNotice());
    byId('notice-copy').addEventListener('click', event => {
      const code = readSms(this.#messages.at(-1)?.text ?? '').code;
      if (code) void copyText(code, byId('notice-body'), event.currentTarget as HTMLElement, this.#texts);
    });
    new IntersectionObserver(([entry]) => {
      this.#isInSight = entry!.isIntersecting;
      if (this.#isInSight) this.hideNotice();
    }).observe(byId('phone-thread'));
    setInterval(() => this.#renderClock(), 1000);
    this.setTexts(texts, lang);
  }

  /** Listens to the stream of SMS. The browser connects again by itself when the stream breaks off. */
  connect(url: string): void {
    this.#source = new EventSource(url);
    this.#source.addEventListener('open', () => this.#setLine('online'));
    this.#source.addEventListener('error', () => this.#setLine('offline'));
    this.#source.addEventListener('message', event => {
      const sms = parseSms(String(event.data));
      // A stream that begins anew tells again what it has told.
      if (sms && !this.#messages.some(({ to, text, at }) => to === sms.to && text === sms.text && at === sms.at)) {
        this.#receive(sms);
      }
    });
  }

  setTexts(texts: Texts, lang: Lang): void {
    this.#texts = texts;
    this.#lang = lang;
    this.#renderClock();
    this.#setLine(this.#line);
    const thread = byId('phone-thread');
    for (const old of thread.querySelectorAll('.sms')) old.remove();
    thread.append(...this.#messages.map(sms => this.#render(sms)));
    const last = this.#messages.at(-1);
    if (last) byId('phone-sender').textContent = last.from;
  }

  hideNotice(): void {
    byId('notice').hidden = true;
  }

  #receive(sms: Sms): void {
    this.#messages = [...this.#messages, sms].slice(-KEPT);
    const thread = byId('phone-thread');
    const bubble = this.#render(sms);
    // What the stream tells again from before this page is no news.
    const isNew = sms.at >= performance.timeOrigin;
    bubble.classList.toggle('sms-new', isNew);
    thread.append(bubble);
    for (const old of [...thread.querySelectorAll('.sms')].slice(0, -KEPT)) old.remove();
    thread.scrollTop = thread.scrollHeight;
    byId('phone-empty').hidden = true;
    byId('phone-sender').textContent = sms.from;
    if (!this.#isInSight && isNew) this.#showNotice(sms);
  }

  #showNotice(sms: Sms): void {
    const { body, code } = readSms(sms.text);
    byId('notice-title').textContent = sms.from;
    byId('notice-body').textContent = body;
    const copy = byId('notice-copy');
    copy.hidden = !code;
    copy.textContent = `${this.#texts.copyCode} ${code ?? ''}`;
    byId('notice').hidden = false;
  }

  #render(sms: Sms): HTMLElement {
    const { body, binding, code } = readSms(sms.text);
    const text = element('p', 'sms-text');
    const [before = '', after] = code ? body.split(code, 2) : [body];
    text.append(before);
    if (code && after !== undefined) text.append(element('strong', 'sms-code', code), after);
    const time = document.createElement('time');
    time.dateTime = new Date(sms.at).toISOString();
    time.textContent = new Date(sms.at).toLocaleTimeString(this.#lang, TIME);
    const to = element('span', 'sms-to', `${this.#texts.smsTo} ${formatPhone(sms.to)}`);
    const bubble = element('article', 'sms', element('p', 'sms-meta', to, time), text);
    if (binding) bubble.append(element('p', 'sms-binding', binding));
    if (code) {
      const copy = element('button', 'button sms-copy', `${this.#texts.copyCode} ${code}`) as HTMLButtonElement;
      copy.type = 'button';
      copy.addEventListener(
        'click',
        () => void copyText(code, text.querySelector('.sms-code') ?? text, copy, this.#texts),
      );
      bubble.append(copy);
    }
    return bubble;
  }

  #setLine(line: 'connecting' | 'online' | 'offline'): void {
    this.#line = line;
    const status = byId('phone-line');
    if (status.textContent !== this.#texts[line]) status.textContent = this.#texts[line];
    document.querySelector<HTMLElement>('.device')!.dataset['line'] = line;
  }

  #renderClock(): void {
    const text = new Date().toLocaleTimeString(this.#lang, TIME);
    const clock = byId('phone-clock');
    if (clock.textContent !== text) clock.textContent = text;
  }
}
