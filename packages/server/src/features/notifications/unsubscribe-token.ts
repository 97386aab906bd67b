import { createHmac, timingSafeEqual } from "node:crypto";

export interface UnsubscribedReceiver {
  workspaceId: string;
  connectionId: string;
  userId: string;
}

/**
 * Tokens of the link by which a mailbox turns a channel off for one person. They allow nothing else, do not expire, as a mail
 * can be old, and are derived from the signing secrets, the first of which makes them.
 */
export function createUnsubscribeTokens(secrets: readonly [string, ...string[]]) {
  const sign = (secret: string, payload: string): Buffer =>
    createHmac("sha256", secret).update(`countersign unsubscribe v1\n${payload}`).digest();
  return {
    tokenOf({ workspaceId, connectionId, userId }: UnsubscribedReceiver): string {
      const payload = Buffer.from(JSON.stringify([workspaceId, connectionId, userId])).toString("base64url");
      return `${payload}.${sign(secrets[0], payload).toString("base64url")}`;
    },
    /** Undefined for a token that this server did not make. */
    read(token: string): UnsubscribedReceiver | undefined {
      const [payload = "", signature = ""] = token.split(".");
      const given = Buffer.from(signature, "base64url");
      const isOurs = secrets.some((secret) => {
        const expected = sign(secret, payload);
        return expected.length === given.length && timingSafeEqual(expected, given);
      });
      if (!isOurs) return undefined;
      const [workspaceId, connectionId, userId] = JSON.parse(Buffer.from(payload, "base64url").toString()) as string[];
      return workspaceId !== undefined && connectionId !== undefined && userId !== undefined
        ? { workspaceId, connectionId, userId }
        : undefined;
    },
  };
}
