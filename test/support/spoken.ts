// Records what a virtual screen reader says about a page, as a script.
import type { virtual } from '@guidepup/virtual-screen-reader';
import { JSDOM } from 'jsdom';
import { FlatCopy } from './flat-copy.js';

type Reader = typeof virtual;

/** The original setImmediate, because tests replace the timers. */
const { setImmediate: nextTurn } = globalThis;
const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise(resolve => nextTurn(resolve));
};

/**
 * Records what is done on a page, and what the screen reader says. It reads a flat copy of the page, because the virtual
 * screen reader doesn't look into shadow roots (version 0.33).
 */
export class SpokenScript {
  readonly #lines: string[] = [];
  readonly #reader: Reader;
  readonly #window = new JSDOM('<!doctype html><body></body>').window;
  readonly #copy: FlatCopy;
  /** How many phrases of the reader have been recorded or skipped. */
  #heard = 0;

  private constructor(reader: Reader, element: Element) {
    this.#reader = reader;
    this.#copy = new FlatCopy(element, this.#window.document);
  }

  /** @param element what is read, once it is rendered */
  static async start(element: Element): Promise<SpokenScript> {
    const { virtual: reader } = await import('@guidepup/virtual-screen-reader');
    const script = new SpokenScript(reader, element);
    await script.#restart();
    script.#heard = (await reader.spokenPhraseLog()).length;
    return script;
  }

  async stop(): Promise<void> {
    this.#copy.disconnect();
    await this.#reader.stop();
    this.#window.close();
  }

  get text(): string {
    return `${this.#lines.join('\n').trim()}\n`;
  }

  section(title: string): void {
    this.#lines.push('', `## ${title}`, '');
  }

  /** Does something, and records what is announced: the element that gets the focus, and the live regions. */
  async does(what: string, act: () => unknown): Promise<void> {
    this.#lines.push(`> ${what}`);
    await act();
    await settled();
    const said = await this.#said();
    this.#lines.push(...(said.length > 0 ? said : ['(nothing)']).map(phrase => `    ${phrase}`));
  }

  /** Reads the whole page from beginning to end. */
  async readsAll(what: string): Promise<void> {
    await settled();
    this.#copy.update();
    await this.#said();
    this.#lines.push(`> reads ${what}`);
    await this.#restart();
    while ((await this.#reader.lastSpokenPhrase()) !== 'end of document') await this.#reader.next();
    const said = await this.#said();
    // This is the document of the copy, not of the page.
    const ofCopy = ['document', 'end of document'];
    this.#lines.push(...said.filter(phrase => !ofCopy.includes(phrase)).map(phrase => `    ${phrase}`));
  }

  async #restart(): Promise<void> {
    await this.#reader.stop();
    this.#heard = 0;
    const window = this.#window;
    await this.#reader.start({ container: this.#window.document.body, window });
  }

  /** The phrases since the last call, without those of live regions that have become empty. */
  async #said(): Promise<string[]> {
    const phrases = await this.#reader.spokenPhraseLog();
    const said = phrases.slice(this.#heard).filter(phrase => !/^(assertive|polite): $/.test(phrase));
    this.#heard = phrases.length;
    return said.filter(Boolean);
  }
}
