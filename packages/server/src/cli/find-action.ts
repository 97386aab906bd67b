import { actionPageSchema, actionSchema, type Action, type ActionPage } from "@countersign/protocol";
import { ServerRefusal, type CallServer } from "./call-server.ts";
import { CliFault, EXIT } from "./exit.ts";
import { renderForTerminal } from "./render-for-terminal.ts";

const MIN_PART = 4;
const PAGES = 5;

/**
 * Finds the action with this id, or with an id that starts or ends with it. Ids begin with the time, so those of one batch
 * share their start and the end is the useful part. Searches the newest 1000 actions.
 */
export async function findAction(callServer: CallServer, idOrPart: string): Promise<Action> {
  try {
    return await readAction(callServer, idOrPart);
  } catch (error) {
    if (!(error instanceof ServerRefusal) || error.code !== "NOT_FOUND") throw error;
    if (idOrPart.length < MIN_PART) throw error;
    return readAction(callServer, await completeId(callServer, idOrPart, error));
  }
}

export const actionPath = (id: string): string => `/api/pending-actions/${encodeURIComponent(id)}`;

const readAction = (callServer: CallServer, id: string): Promise<Action> => callServer(actionSchema, { path: actionPath(id) });

async function completeId(callServer: CallServer, part: string, notFound: ServerRefusal): Promise<string> {
  const matches: ActionPage["items"] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES; page += 1) {
    const query: string = new URLSearchParams({ limit: "200", ...(cursor !== null && { cursor }) }).toString();
    const found: ActionPage = await callServer(actionPageSchema, { path: `/api/pending-actions?${query}` });
    matches.push(...found.items.filter(({ id }) => id.startsWith(part) || id.endsWith(part)));
    cursor = found.nextCursor;
    if (cursor === null) break;
  }
  const [only] = matches;
  if (only === undefined) throw notFound;
  if (matches.length === 1) return only.id;
  const lines = matches.slice(0, 10).map(({ id }) => `\n  ${renderForTerminal(id, { form: "line" })}`);
  throw new CliFault(
    EXIT.usage,
    `${matches.length} actions have an id that starts or ends with this:${lines.join("")}`,
    "Enter more characters of the id.",
  );
}
