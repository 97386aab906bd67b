import type { KeyFile } from "../../src/engine/secret-keys.ts";

/** For tests that give the keys themselves. */
export const NO_KEY_FILE: KeyFile = {
  path: "secret.key",
  read: async () => undefined,
  write: () => Promise.reject(new Error("no key is to be made here")),
};
