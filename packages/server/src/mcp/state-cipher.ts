import { hkdfSync } from "node:crypto";
import { isJsonObject, type JsonObject } from "@countersign/protocol";
import { decryptText, encryptText } from "../core/aes-gcm.ts";
import { canonicalJson } from "../core/canonical-json.ts";
import type { Principal } from "../core/principal.ts";

const MARK = "csn1.";
const MAX_CHARACTERS = 4096;

/** Call that an encrypted state is bound to; for any other it does not decrypt. */
export interface StateBinding {
  by: Pick<Principal, "workspaceId" | "id">;
  method: string;
  /** The tool, or whatever else the method names. */
  name: string;
  /** Hash of the arguments as sent. */
  digest: string;
}

/** Encrypts state that a client holds but must not read or change. The database or a call's `leg` enforces single use. */
export interface StateCipher {
  encrypt(state: JsonObject, bound: StateBinding, lifetimeSeconds: number): string;
  /** Returns null if this server did not encrypt it, if method, name, agent or arguments differ, or if it has expired. */
  decrypt(encrypted: string, bound: StateBinding): JsonObject | null;
  /** Whether the text has our prefix, so that it is never forwarded. */
  isOurs(text: string): boolean;
}

/** The first secret encrypts, all decrypt. Processes that share a database share them, so each decrypts another's states. */
export function createStateCipher(secrets: readonly [string, ...string[]], now: () => number = Date.now): StateCipher {
  const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync("sha256", secret, "", "countersign mcp request state", 32));
  const keys = secrets.map(keyOf);
  const boundText = ({ by, method, name, digest }: StateBinding): string =>
    canonicalJson({ workspaceId: by.workspaceId, id: by.id, method, name, digest });

  return {
    isOurs: (text) => text.startsWith(MARK),
    encrypt(state, bound, lifetimeSeconds) {
      const text = JSON.stringify({ ...state, until: now() + lifetimeSeconds * 1000 });
      return MARK + encryptText(keys[0]!, text, boundText(bound)).toString("base64url");
    },
    decrypt(encrypted, bound) {
      if (!encrypted.startsWith(MARK) || encrypted.length > MAX_CHARACTERS) return null;
      const encoded = encrypted.slice(MARK.length);
      const bytes = Buffer.from(encoded, "base64url");
      // The decoder skips characters that are not base64; each state must have exactly one encoding.
      if (bytes.toString("base64url") !== encoded) return null;
      for (const key of keys) {
        try {
          const state: unknown = JSON.parse(decryptText(key, bytes, boundText(bound)));
          return isJsonObject(state) && typeof state["until"] === "number" && state["until"] > now() ? state : null;
        } catch {
          continue;
        }
      }
      return null;
    },
  };
}
