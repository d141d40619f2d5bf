// What does not fit on the screen of `widget`.
import { widget } from './widget.js';

/** The elements of the widget and its inputs that stick out of the card on either side. */
export function outsideOfCard(): string[] {
  const card = widget.shadowRoot!.querySelector('[part=card]')!.getBoundingClientRect();
  const isOutside = (element: Element) => {
    const { left, right, width } = element.getBoundingClientRect();
    return width > 0 && (left < card.left - 0.5 || right > card.right + 0.5);
  };
  const elements = [widget, ...widget.shadowRoot!.querySelectorAll('phone-input, code-input')].flatMap(host => [
    ...host.shadowRoot!.querySelectorAll('*'),
  ]);
  return elements
    .filter(isOutside)
    .map(element => `${element.localName} ${element.getAttribute('part') ?? element.getAttribute('class')}`);
}

/** Pairs of elements of the widget that overlap, and elements whose text does not fit into them. */
export function collisions(): string[] {
  const form = widget.shadowRoot!.querySelector('[part=form]')!;
  const parts = [...form.querySelectorAll<HTMLElement>('[part]:not([part=error]), label, .hint, .error')].filter(
    element => element.offsetHeight > 0 && !element.closest('[hidden], .visually-hidden'),
  );
  const box = (element: Element) => element.getBoundingClientRect();
  const overlapping = parts.flatMap((one, index) =>
    parts.slice(index + 1).flatMap(other => {
      if (one.contains(other) || other.contains(one)) return [];
      const [a, b] = [box(one), box(other)];
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      return width > 1 && height > 1 ? [`${one.textContent.trim()} | ${other.textContent.trim()}`] : [];
    }),
  );
  const cut = parts.filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1);
  return [...overlapping, ...cut.map(element => `cut: ${element.textContent.trim()}`)];
}
