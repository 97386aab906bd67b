import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { isJsonObject, type JsonObject } from "@countersign/protocol";
import { canonicalJson } from "../core/canonical-json.ts";
import type { Principal } from "../core/principal.ts";

const MARK = "csn1.";
const IV_BYTES = 12;
const TAG_BYTES = 16;
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
  decrypt(sealed: string, bound: StateBinding): JsonObject | null;
  /** Whether the text has our prefix, so that it is never forwarded. */
  isOurs(text: string): boolean;
}

/** The first secret encrypts, all decrypt. Processes that share a database share them, so each decrypts another's states. */
export function createStateCipher(secrets: readonly [string, ...string[]], now: () => number = Date.now): StateCipher {
  const keyOf = (secret: string): Buffer => Buffer.from(hkdfSync("sha256", secret, "", "countersign mcp request state", 32));
  const keys = secrets.map(keyOf);
  const boundText = ({ by, method, name, digest }: StateBinding): Buffer =>
    Buffer.from(canonicalJson({ workspaceId: by.workspaceId, id: by.id, method, name, digest }));

  return {
    isOurs: (text) => text.startsWith(MARK),
    encrypt(state, bound, lifetimeSeconds) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", keys[0]!, iv).setAAD(boundText(bound));
      const text = JSON.stringify({ ...state, until: now() + lifetimeSeconds * 1000 });
      const sealed = Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return MARK + sealed.toString("base64url");
    },
    decrypt(sealed, bound) {
      if (!sealed.startsWith(MARK) || sealed.length > MAX_CHARACTERS) return null;
      const encoded = sealed.slice(MARK.length);
      const bytes = Buffer.from(encoded, "base64url");
      // The decoder skips characters that are not base64; each state must have exactly one encoding.
      if (bytes.toString("base64url") !== encoded || bytes.length <= IV_BYTES + TAG_BYTES) return null;
      for (const key of keys) {
        try {
          const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
            .setAAD(boundText(bound))
            .setAuthTag(bytes.subarray(-TAG_BYTES));
          const text = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
          const state: unknown = JSON.parse(text);
          return isJsonObject(state) && typeof state["until"] === "number" && state["until"] > now() ? state : null;
        } catch {
          continue;
        }
      }
      return null;
    },
  };
}
