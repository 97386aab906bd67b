import {
  agentSchema,
  elementPageSchema,
  elementSchema,
  meSchema,
  outcomeSchema,
  type ContentElement,
  type Outcome,
} from "@countersign/protocol";
import { z } from "zod";
import { ServerRefusal, type CallServer } from "./call-server.ts";
import type { CommandContext } from "./command-context.ts";
import { loadSample } from "./commands/content.ts";
import { DEMO_GROUPS, DEMO_SOURCES, demoSessions, type DemoElements } from "./demo-content.ts";
import { CliFault, EXIT } from "./exit.ts";
import { renderForTerminal } from "./render-for-terminal.ts";

/** Prepares the demo, proposes twelve content edits as the agent, and returns the action ids. */
export async function proposeContentDemo(
  { terminal }: CommandContext,
  { asAgent, asPerson }: { asAgent: CallServer; asPerson: CallServer },
  url: string,
): Promise<string[]> {
  const loaded = await loadSampleUnlessThere(asPerson);
  if (loaded > 0) terminal.write(`Loaded ${loaded} elements of sample content.\n`);
  const granted = await grantGroups(asAgent, asPerson);
  if (granted.length > 0) terminal.write(`The agent may now use ${granted.map(line).join(", ")}.\n`);

  const runId = new Date().toISOString();
  const ids: string[] = [];
  for (const [n, { what, calls }] of demoSessions(await readElements(asPerson)).entries()) {
    const sessionId = `demo-content-${n + 1} ${runId}`;
    terminal.write(`\nSession ${n + 1}: ${what}\n`);
    for (const call of calls) {
      // Each run has its own mission, so that calls rejected in an earlier run may be proposed again.
      const body = { ...call, sessionId, missionId: `content-review ${runId}` };
      const asked = { method: "POST", path: "/api/pending-actions", body } as const;
      const outcome = await asAgent(outcomeSchema, asked);
      const proposalIds = waitingIn(outcome);
      ids.push(...proposalIds);
      terminal.write(`  ${line(call.toolName)}: ${call.caption ?? ""}\n`);
      for (const id of proposalIds) terminal.write(`    ${line(id)}\n`);
    }
  }
  terminal.write(`\n${ids.length} proposals; nothing has run. Decide in the inbox: ${line(url)}\n`);
  terminal.write(`The content with its revisions and pending proposals: ${line(url)}/content\n`);
  return ids;
}

/** Returns the ids of pending actions; a list with one call is answered like that single call. */
function waitingIn({ status, pendingActionId, proposalIds, items = [], toolName, message }: Outcome): string[] {
  if (status === "queued" && items.length === 0) return proposalIds ?? (pendingActionId === null ? [] : [pendingActionId]);
  throw new CliFault(
    EXIT.refused,
    `${line(toolName)} requires no approval here: ${line(items[0]?.message ?? message)}`,
    "The demo needs gated tools. Set the tool's approval to required.",
  );
}

async function loadSampleUnlessThere(callServer: CallServer): Promise<number> {
  try {
    return (await loadSample(callServer)).elements;
  } catch (error) {
    if (error instanceof ServerRefusal && error.code === "INVALID_STATE") return 0;
    throw error;
  }
}

/** An agent's key has no content groups by default; adds the missing ones with an administrator's rights. */
async function grantGroups(asAgent: CallServer, asPerson: CallServer): Promise<string[]> {
  const { principal } = await asAgent(meSchema, { path: "/api/me" });
  const { items } = await asPerson(z.object({ items: z.array(agentSchema) }), { path: "/api/agents" });
  const groups = items.find(({ id }) => id === principal.id)?.groups ?? [];
  const missing = DEMO_GROUPS.filter((name) => !groups.includes(name));
  if (missing.length === 0) return [];
  const body = { groups: [...groups, ...missing], confirm: true };
  await asPerson(agentSchema, { method: "PUT", path: `/api/agents/${encodeURIComponent(principal.id)}`, body });
  return missing;
}

async function readElements(callServer: CallServer): Promise<DemoElements> {
  const found = await Promise.all(
    DEMO_SOURCES.map(async ([name, kind, path]): Promise<[string, ContentElement | undefined]> => {
      const folder = path.slice(0, path.lastIndexOf("/"));
      const query = new URLSearchParams({ kind, limit: "200", ...(folder !== "" && { folder }) });
      const page = await callServer(elementPageSchema, { path: `/api/content/elements?${query.toString()}` });
      const id = page.items.find((item) => item.path === path)?.id;
      if (id === undefined) return [name, undefined];
      return [name, await callServer(elementSchema, { path: `/api/content/elements/${encodeURIComponent(id)}` })];
    }),
  );
  const absent = DEMO_SOURCES.filter((_, n) => found[n]?.[1] === undefined).map(([, kind, path]) => `${kind} ${path}`);
  if (absent.length > 0) {
    throw new CliFault(
      EXIT.refused,
      `This content is not the sample content: there is no ${absent.join(", no ")}.`,
      "The demo needs a store with the sample content, such as that of a new data folder.",
    );
  }
  return Object.fromEntries(found) as unknown as DemoElements;
}

const line = (text: string): string => renderForTerminal(text, { form: "line" });
