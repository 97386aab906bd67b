import { PNG } from "pngjs";

/** Pixels of the page per pixel of a thumbnail, in each direction. */
const BLOCK = 8;

/** Returns the picture at an eighth of its size: each pixel has the mean colour of a block, so the shapes of letters are gone. */
export function thumbnailOf({ data, width, height }: PNG): PNG {
  const small = new PNG({ width: Math.ceil(width / BLOCK), height: Math.ceil(height / BLOCK) });
  for (let y = 0; y < small.height; y += 1) {
    for (let x = 0; x < small.width; x += 1) {
      const sums = [0, 0, 0];
      let count = 0;
      for (let v = y * BLOCK; v < Math.min(height, (y + 1) * BLOCK); v += 1) {
        for (let u = x * BLOCK; u < Math.min(width, (x + 1) * BLOCK); u += 1) {
          for (const channel of [0, 1, 2]) sums[channel]! += data[(v * width + u) * 4 + channel]!;
          count += 1;
        }
      }
      const at = (y * small.width + x) * 4;
      for (const channel of [0, 1, 2]) small.data[at + channel] = Math.round(sums[channel]! / count);
      small.data[at + 3] = 255;
    }
  }
  return small;
}

/** Difference of a colour channel (0 to 255) from which on a block counts as changed. */
const CHANGED = 24;

/** Returns which part of the blocks changed, 0 to 1. Thumbnails of different sizes have nothing in common. */
export function changedPart(one: PNG, other: PNG): number {
  if (one.width !== other.width || one.height !== other.height) return 1;
  let changed = 0;
  for (let at = 0; at < one.data.length; at += 4) {
    if ([0, 1, 2].some((channel) => Math.abs(one.data[at + channel]! - other.data[at + channel]!) > CHANGED)) changed += 1;
  }
  return changed / (one.data.length / 4);
}
