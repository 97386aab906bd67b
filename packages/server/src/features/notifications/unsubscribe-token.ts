import { createSignedTexts } from "./signed-text.ts";

export interface UnsubscribedReceiver {
  workspaceId: string;
  connectionId: string;
  userId: string;
}

/**
 * Tokens of the link by which a mailbox turns a channel off for one person. They allow nothing else, and do not expire, as a mail
 * can be old.
 */
export function createUnsubscribeTokens(secrets: readonly [string, ...string[]]) {
  const texts = createSignedTexts(secrets, "unsubscribe v1");
  return {
    tokenOf: ({ workspaceId, connectionId, userId }: UnsubscribedReceiver): string =>
      texts.sign(JSON.stringify([workspaceId, connectionId, userId])),
    /** Undefined for a token that this server did not make. */
    read(token: string): UnsubscribedReceiver | undefined {
      const payload = texts.read(token);
      if (payload === undefined) return undefined;
      const [workspaceId = "", connectionId = "", userId = ""] = JSON.parse(payload) as string[];
      return { workspaceId, connectionId, userId };
    },
  };
}
