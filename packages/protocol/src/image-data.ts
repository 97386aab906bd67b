/** Image types that a browser renders from bytes alone. SVG is excluded: it is a document that can contain scripts and URLs. */
export const IMAGE_TYPES = ["png", "jpeg", "gif", "webp"] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

export const MAX_IMAGE_BYTES = 512 * 1024;
/** Limit on the decoded size, which a browser has to hold in memory; a small file can declare a huge image. */
export const MAX_IMAGE_PIXELS = 20_000_000;

export interface ImageFacts {
  type: ImageType;
  bytes: number;
  /** In pixels, as declared in the file's header. */
  width: number;
  height: number;
}

/** Properties of a valid image, or the reason why it is not shown. */
export type ReadImage = { ok: true; facts: ImageFacts } | { ok: false; reason: string };

const DATA_URL = /^data:image\/([a-z0-9.+-]+);base64,([A-Za-z0-9+/]+={0,2})$/;

/** Reads a `data:` URL of an image. The declared type must match the bytes, and the size must be within the limits. */
export function readImageData(source: string): ReadImage {
  // Four base64 characters encode three bytes. Longer URLs are rejected before decoding.
  if (source.length > (MAX_IMAGE_BYTES * 4) / 3 + 64) return no("is larger than 512 KiB");
  const [, declared, data = ""] = DATA_URL.exec(source) ?? [];
  if (declared === undefined || data.length % 4 !== 0) {
    return no("is not a data: URL of the form `data:image/png;base64,…`; pictures are not fetched from elsewhere");
  }
  const type = IMAGE_TYPES.find((one) => one === declared);
  if (type === undefined) return no(`has type ${declared}; it can be ${IMAGE_TYPES.join(", ")}`);
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0));
  if (bytes.length > MAX_IMAGE_BYTES) return no("is larger than 512 KiB");
  const size = SIZE_OF[type](bytes);
  if (!size || size.width === 0 || size.height === 0) return no(`is declared as ${type}, but its bytes are not of that type`);
  if (size.width * size.height > MAX_IMAGE_PIXELS)
    return no(`is ${size.width} × ${size.height}; at most 20 million pixels are shown`);
  return { ok: true, facts: { type, bytes: bytes.length, ...size } };
}

const no = (reason: string): ReadImage => ({ ok: false, reason });

type Size = { width: number; height: number };

/** Reads the image size for each format; undefined if the format's signature is missing. */
const SIZE_OF: Readonly<Record<ImageType, (bytes: Uint8Array) => Size | undefined>> = {
  png: (bytes) =>
    has(bytes, 0, "\u0089PNG\r\n\u001a\n") && has(bytes, 12, "IHDR") && bytes.length >= 24
      ? { width: big(bytes, 16, 4), height: big(bytes, 20, 4) }
      : undefined,
  gif: (bytes) =>
    (has(bytes, 0, "GIF87a") || has(bytes, 0, "GIF89a")) && bytes.length >= 10
      ? { width: little(bytes, 6, 2), height: little(bytes, 8, 2) }
      : undefined,
  jpeg: sizeOfJpeg,
  webp: sizeOfWebp,
};

function sizeOfJpeg(bytes: Uint8Array): Size | undefined {
  if (!has(bytes, 0, "\u00ff\u00d8\u00ff")) return undefined;
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    // Frame header markers are C0 to CF except C4, C8 and CC.
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { width: big(bytes, at + 7, 2), height: big(bytes, at + 5, 2) };
    } else if (marker === 0xda) return undefined;
    else at += 2 + big(bytes, at + 2, 2);
  }
  return undefined;
}

function sizeOfWebp(bytes: Uint8Array): Size | undefined {
  if (!has(bytes, 0, "RIFF") || !has(bytes, 8, "WEBP") || bytes.length < 30) return undefined;
  if (has(bytes, 12, "VP8X")) return { width: 1 + little(bytes, 24, 3), height: 1 + little(bytes, 27, 3) };
  if (has(bytes, 12, "VP8 ")) return { width: little(bytes, 26, 2) & 0x3fff, height: little(bytes, 28, 2) & 0x3fff };
  if (!has(bytes, 12, "VP8L")) return undefined;
  const packed = little(bytes, 21, 4);
  return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) };
}

const has = (bytes: Uint8Array, at: number, text: string): boolean =>
  [...text].every((character, index) => bytes[at + index] === character.charCodeAt(0));

const big = (bytes: Uint8Array, at: number, length: number): number =>
  bytes.subarray(at, at + length).reduce((sum, byte) => sum * 256 + byte, 0);

const little = (bytes: Uint8Array, at: number, length: number): number =>
  bytes.subarray(at, at + length).reduceRight((sum, byte) => sum * 256 + byte, 0);
