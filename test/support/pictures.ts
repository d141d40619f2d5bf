// Pictures of the page, taken by the driver of the engine, and what differs between two of them.
import { executeServerCommand } from '@web/test-runner-commands';

/** A picture: four bytes for each pixel. */
export type Picture = Pick<ImageData, 'data' | 'width' | 'height'>;

/** Stops every animation in the document, shadow roots included, at its beginning. */
export function freeze(root: Document | ShadowRoot = document): void {
  for (const animation of root.getAnimations()) {
    animation.pause();
    animation.currentTime = 0;
  }
}

/** Decodes a PNG in Base64. */
export async function decode(png: string): Promise<Picture> {
  const blob = await (await fetch(`data:image/png;base64,${png}`)).blob();
  const bitmap = await createImageBitmap(blob);
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const context = canvas.getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  return context.getImageData(0, 0, bitmap.width, bitmap.height);
}

/** Takes a picture of the viewport once pending changes have been rendered. */
export async function takePicture(): Promise<Picture> {
  await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return decode(await executeServerCommand<string, undefined>('screenshot'));
}

interface Difference {
  /** How many pixels differ by more than the tolerance in a channel. */
  readonly pixels: number;
  /** The box around these pixels: left, top, right, bottom. */
  readonly box: readonly [number, number, number, number];
}

/**
 * Compares two pictures of the same size.
 * @param tolerance how far a channel of a pixel (0 to 255) may differ
 */
export function differenceOf(one: Picture, other: Picture, tolerance = 0): Difference {
  let pixels = 0;
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  const words = new Uint32Array(one.data.buffer);
  const otherWords = new Uint32Array(other.data.buffer);
  for (let index = 0; index < one.data.length; index += 4) {
    if (words[index / 4] === otherWords[index / 4]) continue; // a whole pixel, which is nearly always the same
    const isSame = [0, 1, 2].every(
      channel => Math.abs(one.data[index + channel]! - other.data[index + channel]!) <= tolerance,
    );
    if (isSame) continue;
    pixels++;
    const x = (index / 4) % one.width;
    const y = Math.floor(index / 4 / one.width);
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return { pixels, box };
}
