import { hostname } from "node:os";
import { z } from "zod";
import { createCallServer } from "./call-server.ts";
import type { CommandContext } from "./command-context.ts";
import { CliFault, EXIT } from "./exit.ts";
import { renderForTerminal } from "./render-for-terminal.ts";
import { openSignInStore, type SignIn } from "./sign-in-store.ts";

const begunSchema = z.object({
  deviceCode: z.string(),
  userCode: z.string(),
  expiresInSeconds: z.number(),
  pollSeconds: z.number(),
});
const answerSchema = z.union([
  z.object({ status: z.enum(["pending", "denied", "expired"]) }),
  z.object({ status: z.literal("approved"), token: z.string(), expiresAt: z.string(), name: z.string() }),
]);

const ENDS = {
  denied: "The sign-in was declined in the inbox. You are not signed in.",
  expired: "The sign-in was not confirmed in time. You are not signed in.",
} as const;

/** Prints an address and a code, and waits until a signed-in person confirms them in the inbox. Does not open a browser. */
export async function signInByBrowser({ terminal, settings }: CommandContext, url: string): Promise<SignIn> {
  const callServer = createCallServer({ url, headers: {} });
  const body = { deviceName: hostname() };
  const begun = await callServer(begunSchema, { method: "POST", path: "/api/auth/device/begin", body });
  const line = (text: string): string => renderForTerminal(text, { form: "line" });
  terminal.writeError(`Open ${line(url)}/command-line and confirm this code there:\n\n  ${line(begun.userCode)}\n\n`);
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, begun.pollSeconds * 1000));
    const call = { method: "POST", path: "/api/auth/device/token", body: { deviceCode: begun.deviceCode } } as const;
    const answer = await callServer(answerSchema, call);
    if (answer.status === "pending") continue;
    if (answer.status !== "approved") throw new CliFault(EXIT.refused, ENDS[answer.status]);
    const { token, expiresAt, name } = answer;
    await openSignInStore(settings.configFolder).keep(url, { token, expiresAt, name });
    terminal.writeError(`Signed in as ${line(name)}, read-only, until ${line(expiresAt)}.\n`);
    return { token, expiresAt, name };
  }
}
