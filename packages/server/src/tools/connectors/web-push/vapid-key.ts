import { createECDH } from "node:crypto";
import { importJWK, SignJWT } from "jose";

const CURVE = "prime256v1";
/** An uncompressed point is a byte 4 and two coordinates of 32 bytes. */
const COORDINATE = 32;

/** Makes a private key, as `publicKeyOf` and `authorize` take it: 32 bytes, base64url. */
export function makePrivateKey(): string {
  for (;;) {
    const pair = createECDH(CURVE);
    pair.generateKeys();
    // Leading zeros are left out.
    if (pair.getPrivateKey().length === COORDINATE) return pair.getPrivateKey("base64url");
  }
}

const pointOf = (privateKey: string): Buffer => {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(privateKey, "base64url");
  return pair.getPublicKey();
};

/** An uncompressed point on P-256, base64url. Throws if the private key is none. */
export const publicKeyOf = (privateKey: string): string => pointOf(privateKey).toString("base64url");

/** Longer than any attempt takes, and at most 24 hours; see https://www.rfc-editor.org/rfc/rfc8292#section-2 */
const TOKEN_LIFETIME = "12h";

/** The header `Authorization` by which a push service knows who sends. `contact`: mail address for the service's operators. */
export async function authorize(privateKey: string, endpoint: string, contact: string): Promise<string> {
  const point = pointOf(privateKey);
  const coordinate = (from: number): string => point.subarray(from, from + COORDINATE).toString("base64url");
  const jwk = { kty: "EC", crv: "P-256", x: coordinate(1), y: coordinate(1 + COORDINATE), d: privateKey };
  const token = await new SignJWT()
    .setProtectedHeader({ typ: "JWT", alg: "ES256" })
    .setAudience(new URL(endpoint).origin)
    .setSubject(`mailto:${contact}`)
    .setExpirationTime(TOKEN_LIFETIME)
    .sign(await importJWK(jwk, "ES256"));
  return `vapid t=${token}, k=${point.toString("base64url")}`;
}
