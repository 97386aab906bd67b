import { createSignedTexts } from "./signed-text.ts";

/** What the button of a message decides, and for whom the message was written. */
export interface ButtonMeaning {
  verdict: "approve" | "reject";
  workspaceId: string;
  connectionId: string;
  userId: string;
  actionId: string;
  /** Of what the message showed. */
  digest: string;
}

/**
 * Makes and reads the values of buttons. A service returns the value of a button with each press. A value grants no right: each
 * press is judged like any other decision.
 */
export function createButtonValues(secrets: readonly [string, ...string[]]) {
  const texts = createSignedTexts(secrets, "button v1");
  return {
    valueOf: ({ verdict, workspaceId, connectionId, userId, actionId, digest }: ButtonMeaning): string =>
      texts.sign(JSON.stringify([verdict, workspaceId, connectionId, userId, actionId, digest])),
    /** Undefined for a value that this server did not make. */
    read(value: string): ButtonMeaning | undefined {
      const payload = texts.read(value);
      if (payload === undefined) return undefined;
      const [verdict, workspaceId, connectionId, userId, actionId, digest] = JSON.parse(payload) as [
        ButtonMeaning["verdict"],
        string,
        string,
        string,
        string,
        string,
      ];
      return { verdict, workspaceId, connectionId, userId, actionId, digest };
    },
  };
}
