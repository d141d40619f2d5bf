import { css, html, LitElement, type PropertyDeclarations, type TemplateResult } from 'lit';
import { formatPhone } from '../core/phone.js';

const TAG = 'auth-widget-demo-phone';

/** A note in the corner of the page that shows the last SMS of the server in memory, and says that it's a demo. */
class DemoPhone extends LitElement {
  static override styles = css`
    :host {
      all: initial;
      position: fixed;
      inset-block-end: 16px;
      inset-inline-end: 16px;
      z-index: 2147483647;
      box-sizing: border-box;
      max-inline-size: calc(100vw - 32px);
      padding: 12px 16px;
      border-radius: 14px;
      font:
        15px/1.4 system-ui,
        sans-serif;
      color: #f2f4f8;
      background: #171a22;
      box-shadow: 0 16px 40px -12px #0008;
    }

    strong {
      display: inline-block;
      margin-inline-end: 6px;
      padding-inline: 8px;
      border-radius: 999px;
      font-size: 13px;
      color: #171a22;
      background: #8cabff;
    }

    p {
      margin: 0;
      white-space: nowrap;
    }

    .code {
      margin-block-start: 6px;
      font-size: 20px;
      letter-spacing: 0.08em;
      user-select: all;
    }
  `;
  static override properties: PropertyDeclarations = { phone: {}, code: {} };

  /** The number that got the SMS, in wire form. */
  declare phone: string;
  declare code: string;

  override connectedCallback(): void {
    super.connectedCallback();
    this.lang = 'en';
    this.dir = 'ltr';
    this.role = 'status';
  }

  override render(): TemplateResult {
    return html`<p><strong>Demo</strong>SMS to ${formatPhone(`+${this.phone}`)}</p>
      <p class="code">${this.code}</p>`;
  }
}

/** Shows the code of a number in wire form in the corner of the page, in place of the one before. */
export function showSms(phone: string, code: string): void {
  if (!customElements.get(TAG)) customElements.define(TAG, DemoPhone);
  const note = document.querySelector<DemoPhone>(TAG) ?? document.body.appendChild(new DemoPhone());
  Object.assign(note, { phone, code });
}
