import { meSchema } from "@countersign/protocol";
import { readAgentFile } from "./agent-file.ts";
import { createCallServer, requestServer, type CallServer, type ServerAccess } from "./call-server.ts";
import type { CommandContext } from "./command-context.ts";
import { CliFault, EXIT } from "./exit.ts";
import { renderForTerminal } from "./render-for-terminal.ts";
import { signInByBrowser } from "./sign-in-by-browser.ts";
import { openSignInStore } from "./sign-in-store.ts";

export const TOKEN_VARIABLE = "COUNTERSIGN_TOKEN";

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** Access for read-only commands: the token from the environment, or this machine's sign-in. */
export async function openReading(context: CommandContext, dataFolder: string): Promise<ServerAccess> {
  const { token, configFolder } = context.settings;
  const url = (await readAgentFile(dataFolder)).url.replace(/\/+$/, "");
  if (token !== undefined) return { url, headers: bearer(token) };
  const known = await openSignInStore(configFolder).find(url);
  if (known) return { url, headers: bearer(known.token) };
  if (!context.terminal.interactive) {
    throw new CliFault(
      EXIT.usage,
      `This command line is not signed in to ${url}.`,
      `Run \`countersign sign-in\`, or set a personal token as ${TOKEN_VARIABLE}.`,
    );
  }
  return { url, headers: bearer((await signInByBrowser(context, url)).token) };
}

interface ChangingAccess extends ServerAccess {
  /** Ends the session, if there is one; must be called when the command is done. */
  close(): Promise<void>;
}

/**
 * Access for commands that decide or change something: the token from the environment, or the person's password, prompted for
 * at the terminal. A program that can read this machine's sign-in has neither.
 */
async function openChanging(context: CommandContext, dataFolder: string, reading?: ServerAccess): Promise<ChangingAccess> {
  const { terminal, settings } = context;
  const access = reading ?? (await openReading(context, dataFolder));
  if (settings.token !== undefined) return { ...access, close: () => Promise.resolve() };
  if (!terminal.interactive) throw nobodyToAsk();
  const { url } = access;
  refuseOpenWire(url);
  const { email, workspaceId } = await createCallServer(access)(meSchema, { path: "/api/me" });
  const password = await terminal.askSecret(`Password of ${renderForTerminal(email ?? "", { form: "line" })}: `);
  if (password === "") throw new CliFault(EXIT.refused, "No password was entered. Nothing was changed.");
  const own = { origin: new URL(url).origin };
  const signIn = { method: "POST", path: "/api/auth/sign-in/email", body: { email, password } } as const;
  const answer = await requestServer({ url, headers: own }, signIn);
  const cookie = answer.headers.getSetCookie().map((each) => each.split(";", 1)[0]);
  const session = { url, headers: { ...own, cookie: cookie.join("; ") }, workspaceId };
  return {
    ...session,
    close: async () => {
      await requestServer(session, { method: "POST", path: "/api/auth/sign-out", body: {} });
    },
  };
}

export const callReading = async (context: CommandContext, dataFolder: string): Promise<CallServer> =>
  createCallServer(await openReading(context, dataFolder));

/** Runs a command that changes something, and ends its session afterwards in any case. */
export async function withChanging<T>(
  context: CommandContext,
  dataFolder: string,
  run: (callServer: CallServer) => Promise<T>,
  reading?: ServerAccess,
): Promise<T> {
  const access = await openChanging(context, dataFolder, reading);
  try {
    return await run(createCallServer(access));
  } finally {
    await access.close();
  }
}

export const needsDecidingToken = (): CliFault =>
  new CliFault(
    EXIT.usage,
    "Only a token with the scope `decide` can decide without a password. Nothing was changed.",
    `An administrator can create one in the inbox (Personal tokens, "Allow unattended decisions"). Set it as ${TOKEN_VARIABLE}.`,
  );

const nobodyToAsk = (): CliFault =>
  new CliFault(
    EXIT.usage,
    "This client cannot ask for a password, so nothing was changed.",
    `Set a personal token as ${TOKEN_VARIABLE}. To decide, the token must be one that an administrator created for unattended decisions.`,
  );

/** Throws unless the connection is encrypted or local, so that no password crosses the network in clear text. */
function refuseOpenWire(url: string): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === "https:" || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return;
  throw new CliFault(
    EXIT.refused,
    `The connection to ${url} is not encrypted, so no password was sent.`,
    "Decide in the inbox, or use https.",
  );
}
