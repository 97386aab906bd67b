/**
 * Makes every later decoder of this thread keep U+FEFF at the start of a text. PGlite decodes each column by itself with the
 * default decoder, which drops it there: text would come back shorter than it was stored. For PGlite's own thread only.
 */
export function keepByteOrderMarks(): void {
  globalThis.TextDecoder = class extends TextDecoder {
    constructor(label?: string, options?: ConstructorParameters<typeof TextDecoder>[1]) {
      super(label, { ignoreBOM: true, ...options });
    }
  };
}
