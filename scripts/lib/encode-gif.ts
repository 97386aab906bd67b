import gifenc from "gifenc";
import type { PNG } from "pngjs";

export interface Frame {
  image: PNG;
  /** How long it is shown. */
  milliseconds: number;
}

/** Encodes frames of one size, shown for ever. Of each frame after the first, only the pixels that changed are stored. */
export function encodeGif(frames: readonly Frame[]): Uint8Array {
  const all = new Uint8Array(Buffer.concat(frames.map(({ image }) => image.data)));
  // The last index stands for a pixel that stays as it is.
  const palette = gifenc.quantize(all, 255);
  const unchanged = palette.length;
  const gif = gifenc.GIFEncoder();
  let before: Uint8Array | undefined;
  for (const { image, milliseconds } of frames) {
    const now = gifenc.applyPalette(new Uint8Array(image.data), palette);
    const last = before;
    const index = last === undefined ? now : now.map((color, at) => (color === last[at] ? unchanged : color));
    gif.writeFrame(index, image.width, image.height, {
      delay: milliseconds,
      dispose: 1,
      ...(last === undefined ? { palette: [...palette, [0, 0, 0]] } : { transparent: true, transparentIndex: unchanged }),
    });
    before = now;
  }
  gif.finish();
  return gif.bytes();
}

/** Draws one image over another, by its transparency. Parts beyond the edge are left out. */
export function drawOver(ground: PNG, image: PNG, left: number, top: number): void {
  for (let y = 0; y < image.height; y += 1) {
    for (let x = 0; x < image.width; x += 1) {
      if (x + left < 0 || y + top < 0 || x + left >= ground.width || y + top >= ground.height) continue;
      const from = (y * image.width + x) * 4;
      const to = ((y + top) * ground.width + x + left) * 4;
      const share = (image.data[from + 3] ?? 0) / 255;
      for (let channel = 0; channel < 3; channel += 1) {
        const under = ground.data[to + channel] ?? 0;
        ground.data[to + channel] = Math.round(under + ((image.data[from + channel] ?? 0) - under) * share);
      }
    }
  }
}
