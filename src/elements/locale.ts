/** Languages that the elements speak. */
export type Lang = 'ru' | 'en';

/** Language of an element: the nearest `lang` on it or around it, shadow roots included. English where it is no other. */
export function langOf(host: Element): Lang {
  let node: Element | undefined = host;
  while (node) {
    // The server's stand-in for an element has no closest().
    const lang = node.closest?.('[lang]')?.getAttribute('lang');
    if (typeof lang === 'string') return /^ru(?![a-z])/i.test(lang) ? 'ru' : 'en';
    node = (node.getRootNode?.() as ShadowRoot | undefined)?.host;
  }
  return 'en';
}
