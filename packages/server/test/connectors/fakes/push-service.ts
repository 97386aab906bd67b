import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from "node:crypto";
import { importJWK, jwtVerify } from "jose";
import type { PushPayload } from "../../../src/tools/connectors/web-push/render-push.ts";
import { startFaultyServer, type FaultyServer } from "./faulty-server.ts";

/** A push as the browser of a device decrypts it. */
export interface ReceivedPush {
  payload: PushPayload;
  ttl: number;
  urgency: string | null;
  topic: string | null;
}

/** A browser's subscription; see https://www.w3.org/TR/push-api/#pushsubscription-interface */
export interface FakeDevice {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  received: ReceivedPush[];
  /** Answers 410 from now on. */
  expire(): void;
}

export interface FakePushService extends FaultyServer {
  /** Its host and port, as a channel's settings name it. */
  host: string;
  /** Subscribes a new device with a channel's public key. */
  subscribe(publicKey: string): FakeDevice;
  /** Answers the next push so. */
  answerOnce(response: Response): void;
}

interface Subscription {
  device: FakeDevice;
  publicKey: string;
  pair: ECDH;
  isExpired: boolean;
}

/** Fake push service over real HTTP. Refuses what RFC 8030, RFC 8291 and RFC 8292 let a service refuse, and decrypts the rest. */
export async function startFakePushService(): Promise<FakePushService> {
  const subscriptions = new Map<string, Subscription>();
  const answers: Response[] = [];
  const server = await startFaultyServer({
    async handle(request) {
      const given = answers.shift();
      if (given) return given;
      const subscription = subscriptions.get(new URL(request.url).pathname);
      // https://www.rfc-editor.org/rfc/rfc8030#section-7.3
      if (!subscription) return refuse(404, "no such subscription");
      if (subscription.isExpired) return refuse(410, `${request.url} has expired`);
      const { headers } = request;
      const said =
        (await refusedSender(headers.get("authorization"), request.url, subscription.publicKey)) ?? refusedHeaders(headers);
      if (said) return said;
      const body = Buffer.from(await request.arrayBuffer());
      // https://www.rfc-editor.org/rfc/rfc8030#section-7.2
      if (body.length > 4096) return refuse(413, "payload too large");
      const plain = decrypt(body, subscription);
      if (!plain) return refuse(400, `not encrypted for ${request.url}`);
      subscription.device.received.push({
        payload: JSON.parse(plain.toString()) as PushPayload,
        ttl: Number(headers.get("ttl")),
        urgency: headers.get("urgency"),
        topic: headers.get("topic"),
      });
      return new Response(null, { status: 201, headers: { location: `${request.url}/message` } });
    },
    limited: () => new Response("too many", { status: 429, headers: { "retry-after": "7200" } }),
  });
  return Object.assign(server, {
    host: new URL(server.url).host,
    answerOnce: (response: Response) => void answers.push(response),
    subscribe(publicKey: string): FakeDevice {
      const pair = createECDH("prime256v1");
      const path = `/push/${randomBytes(16).toString("hex")}`;
      const device: FakeDevice = {
        endpoint: server.url + path,
        keys: {
          p256dh: pair.generateKeys().toString("base64url"),
          auth: randomBytes(16).toString("base64url"),
        },
        received: [],
        expire: () => void (subscription.isExpired = true),
      };
      const subscription: Subscription = { device, publicKey, pair, isExpired: false };
      subscriptions.set(path, subscription);
      return device;
    },
  });
}

const refuse = (status: number, reason: string): Response => new Response(reason, { status });

/** https://www.rfc-editor.org/rfc/rfc8292: a token for this service, of at most a day, signed by the key of the subscription. */
async function refusedSender(header: string | null, url: string, publicKey: string): Promise<Response | undefined> {
  const { token, key } = /^vapid t=(?<token>[^,]+), k=(?<key>[A-Za-z0-9_-]+)$/.exec(header ?? "")?.groups ?? {};
  if (!token || !key) return refuse(401, "no VAPID credentials");
  if (key !== publicKey) return refuse(403, "the key is not the one of the subscription");
  const point = Buffer.from(key, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  try {
    const { payload } = await jwtVerify(token, await importJWK(jwk, "ES256"), {
      audience: new URL(url).origin,
      algorithms: ["ES256"],
    });
    const isLong = payload.exp === undefined || payload.exp > Date.now() / 1000 + 86_400;
    return isLong || !/^(mailto:.+@|https:\/\/)/.test(payload.sub ?? "") ? refuse(403, "bad token") : undefined;
  } catch {
    return refuse(403, "bad token");
  }
}

/** https://www.rfc-editor.org/rfc/rfc8030#section-5 */
function refusedHeaders(headers: Headers): Response | undefined {
  if (!/^\d+$/.test(headers.get("ttl") ?? "")) return refuse(400, "TTL is missing");
  if (!/^[A-Za-z0-9_-]{1,32}$/.test(headers.get("topic") ?? "none")) return refuse(400, "bad topic");
  if (!/^(very-low|low|normal|high)$/.test(headers.get("urgency") ?? "normal")) return refuse(400, "bad urgency");
  return headers.get("content-encoding") === "aes128gcm" ? undefined : refuse(400, "unknown encoding");
}

/** As a browser decrypts it: https://www.rfc-editor.org/rfc/rfc8291#section-3.4, in one record of RFC 8188. */
export function decrypt(body: Buffer, { pair, device: { keys } }: Pick<Subscription, "pair" | "device">): Buffer | undefined {
  const [salt, recordSize, length] = [body.subarray(0, 16), body.readUInt32BE(16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + length);
  const record = body.subarray(21 + length);
  if (record.length > recordSize) return undefined;
  const derive = (secret: Uint8Array, by: Uint8Array, info: Uint8Array | string, bytes: number): Buffer =>
    Buffer.from(hkdfSync("sha256", secret, by, info, bytes));
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), sender]);
  const secret = derive(pair.computeSecret(sender), Buffer.from(keys.auth, "base64url"), info, 32);
  const key = derive(secret, salt, "Content-Encoding: aes128gcm\0", 16);
  const nonce = derive(secret, salt, "Content-Encoding: nonce\0", 12);
  const cipher = createDecipheriv("aes-128-gcm", key, nonce).setAuthTag(record.subarray(-16));
  try {
    const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
    const end = padded.lastIndexOf(2);
    return end < 0 ? undefined : padded.subarray(0, end);
  } catch {
    return undefined;
  }
}
