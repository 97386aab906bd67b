import { createHmac } from "node:crypto";

const PREFIX = "whsec_";
const [SHORTEST, LONGEST] = [24, 64];

/** Bytes of a signing secret; undefined if it is none. See https://www.standardwebhooks.com */
export function secretBytesOf(secret: string): Buffer | undefined {
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)) return undefined;
  const bytes = Buffer.from(secret.slice(PREFIX.length), "base64");
  return bytes.length >= SHORTEST && bytes.length <= LONGEST ? bytes : undefined;
}

/** Value of the header `webhook-signature`: one signature for each secret. `seconds` is the Unix time of this attempt. */
export const signaturesOf = (secrets: readonly string[], id: string, seconds: number, body: string): string =>
  secrets
    .map((secret) => {
      const hmac = createHmac("sha256", secretBytesOf(secret) ?? Buffer.alloc(0));
      return `v1,${hmac.update(`${id}.${seconds}.${body}`).digest("base64")}`;
    })
    .join(" ");
