import { createHmac, timingSafeEqual } from "node:crypto";

/** better-auth signs a cookie as `value.HMAC-SHA256 in base64`, the whole of it percent-encoded. */
const sign = (value: string, secret: string): string => createHmac("sha256", secret).update(value).digest("base64");

function isSignedWith(secret: string, value: string, signature: string): boolean {
  const expected = Buffer.from(sign(value, secret));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/**
 * Re-signs session cookies that a former secret signed with the current one: better-auth knows one secret, and a rotation must
 * not sign people out. The browser gets the new signature when its session is extended.
 */
export function resignCookie(cookie: string, [current, ...former]: readonly [string, ...string[]]): string {
  if (former.length === 0) return cookie;
  const parts = cookie.split(/; */).map((part) => {
    const [, name, text] = /^((?:__Secure-)?countersign\.session_token)=(.*)$/.exec(part) ?? [];
    const [, value, signature] = /^(.+)\.([^.]+)$/.exec(decodeOrEmpty(text ?? "")) ?? [];
    if (name === undefined || value === undefined || signature === undefined) return part;
    const known = former.some((secret) => isSignedWith(secret, value, signature));
    return known ? `${name}=${encodeURIComponent(`${value}.${sign(value, current)}`)}` : part;
  });
  return parts.join("; ");
}

function decodeOrEmpty(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
