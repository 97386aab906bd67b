/**
 * Makes every later decoder of this thread keep a leading U+FEFF. PGlite decodes each column with the default decoder, which
 * drops it, so text would come back shorter than stored. For PGlite's own thread only.
 */
export function keepByteOrderMarks(): void {
  globalThis.TextDecoder = class extends TextDecoder {
    constructor(label?: string, options?: ConstructorParameters<typeof TextDecoder>[1]) {
      super(label, { ignoreBOM: true, ...options });
    }
  };
}
