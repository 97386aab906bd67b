import type { KeyFile } from "../../src/engine/secrets/secret-keys.ts";

/** A key file without keys, for tests that pass their own keys. Rejects writing a key. */
export const NO_KEY_FILE: KeyFile = {
  path: "secret.key",
  read: async () => undefined,
  write: () => Promise.reject(new Error("no key is to be made here")),
};
