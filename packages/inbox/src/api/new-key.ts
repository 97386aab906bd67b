/** 128 random bits in hex, for a request that may be sent twice. `crypto.randomUUID` exists only over HTTPS and on localhost. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
