// Colours as they are rendered, converted and composited by a canvas of the engine, and their contrast.

const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;

/** A colour on the screen: red, green and blue from 0 to 255. */
export type Rgb = readonly [number, number, number];

/** The visible colour of layers on a white background, the lowest first. */
export function composite(...layers: readonly string[]): Rgb {
  for (const color of ['#fff', ...layers]) {
    context.fillStyle = color;
    context.fillRect(0, 0, 1, 1);
  }
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue];
}

/** The parent in the flat tree: the slot of a slotted element, the host of a shadow root. */
const parentOf = (node: Element): Element | null =>
  node.assignedSlot ?? node.parentElement ?? (node.getRootNode() as Partial<ShadowRoot>).host ?? null;

/** The backgrounds behind an element, the lowest first, and with `self` its own. */
export function backgrounds(element: Element, self = true): string[] {
  const behind = parentOf(element);
  const below = behind ? backgrounds(behind) : [];
  return self ? [...below, getComputedStyle(element).backgroundColor] : below;
}

/** The relative luminance: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
export function luminance(color: Rgb): number {
  const [red = 0, green = 0, blue = 0] = color.map(channel => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: Rgb, other: Rgb): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The colours of a computed `box-shadow`, the innermost ring first. Rings without a width are left out. */
export const shadowColors = (shadow: string): string[] =>
  [...shadow.matchAll(/((?:[a-z]+-?)+\((?:[^()]|\([^()]*\))*\)|#\w+) 0px 0px 0px (\d+)px/g)]
    .filter(([, , size]) => size !== '0')
    .map(([, color]) => color!);
