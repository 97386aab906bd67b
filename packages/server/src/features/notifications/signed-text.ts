import { createHmac, timingSafeEqual } from "node:crypto";

/** Texts that this server signs and later recognises as its own. They contain nothing secret. */
export interface SignedTexts {
  sign(payload: string): string;
  /** Undefined for a text that this server did not sign. */
  read(token: string): string | undefined;
}

/** The first secret signs; all verify, so that a secret can be replaced. Tokens of one purpose are none of another. */
export function createSignedTexts(secrets: readonly [string, ...string[]], purpose: string): SignedTexts {
  const hash = (secret: string, encoded: string): Buffer =>
    createHmac("sha256", secret).update(`countersign ${purpose}\n${encoded}`).digest();
  return {
    sign(payload) {
      const encoded = Buffer.from(payload).toString("base64url");
      return `${encoded}.${hash(secrets[0], encoded).toString("base64url")}`;
    },
    read(token) {
      const [encoded = "", signature = ""] = token.split(".");
      const given = Buffer.from(signature, "base64url");
      const isOurs = secrets.some((secret) => {
        const expected = hash(secret, encoded);
        return expected.length === given.length && timingSafeEqual(expected, given);
      });
      return isOurs ? Buffer.from(encoded, "base64url").toString() : undefined;
    },
  };
}
