/** A page in a frame is the second tab of the page around it if the parameter `view` of its URL has this value. */
const VIEW = 'tab';

/** Whether this page is the second tab of the page around it. */
export const isSecondTab = (): boolean =>
  new URLSearchParams(location.search).get('view') === VIEW && window.parent !== window;

/**
 * Gives this page its own `sessionStorage`, as a tab has, in memory. A frame shares that of the page around it, and would show the
 * verification that goes on there. This has to run before the first client is created.
 */
export function separateSessionStorage(): void {
  const items = new Map<string, string>();
  const storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> = {
    getItem: key => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: key => void items.delete(key),
  };
  Object.defineProperty(window, 'sessionStorage', { value: storage });
}

/** The frame with the second tab. It follows the settings of the page. */
export class SecondTab {
  readonly #place: HTMLElement;
  #frame: HTMLIFrameElement | undefined;
  /** The URL of the frame. Its `src` is only the first one, because `location.replace` doesn't change it. */
  #url = '';

  constructor(place: HTMLElement) {
    this.#place = place;
  }

  /** @param query the settings, or undefined to close the tab */
  show(query: string | undefined, title: string): void {
    this.#place.hidden = query === undefined;
    if (query === undefined) {
      this.#frame?.remove();
      this.#frame = undefined;
      return;
    }
    const url = new URL(`${query}&view=${VIEW}`, location.href).href;
    if (this.#frame) {
      this.#frame.title = title;
      // Another `src` would add an entry to the history of the page.
      if (this.#url !== url) this.#frame.contentWindow?.location.replace(url);
      this.#url = url;
      return;
    }
    this.#url = url;
    this.#frame = document.createElement('iframe');
    this.#frame.title = title;
    this.#frame.src = url;
    this.#place.append(this.#frame);
  }
}
