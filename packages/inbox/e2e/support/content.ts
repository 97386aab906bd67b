import type { ContentElement, ElementKind, ElementPage, JsonObject, Outcome } from "@countersign/protocol";
import type { TestServer } from "./server.ts";

export const read = async <T>(server: TestServer, path: string): Promise<T> => {
  const response = await server.fetch(path);
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
  return (await response.json()) as T;
};

/** Creates an agent with every tool that reads content or proposes changes, and none that writes without approval. */
export async function openContentAgent(server: TestServer, name = "Editor agent") {
  const { items } = await read<{ items: { name: string }[] }>(server, "/api/groups");
  const groups = items.map((group) => group.name).filter((group) => group.startsWith("content") && !/direct/.test(group));
  const made = await server.fetch("/api/keys", { body: { kind: "agent", name, groups, confirm: true } });
  const { key } = (await made.json()) as { key: string };
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  return {
    /** Proposes several edits in one call; returns the action ids. */
    async propose(toolName: string, proposals: JsonObject[], sessionId: string): Promise<string[]> {
      const body = JSON.stringify({ toolName, toolInput: { proposals }, sessionId });
      const response = await fetch(`${server.url}/api/pending-actions`, { method: "POST", headers, body });
      const outcome = (await response.json()) as Outcome;
      if (response.status !== 202) throw new Error(`not proposed: ${JSON.stringify(outcome)}`);
      return outcome.proposalIds ?? [outcome.pendingActionId ?? ""];
    },
    read: async (path: string): Promise<unknown> => (await fetch(server.url + path, { headers })).json(),
  };
}

export async function findElement(server: TestServer, kind: ElementKind, path: string): Promise<ContentElement> {
  const query = new URLSearchParams({ kind, q: path, limit: "50" });
  const { items } = await read<ElementPage>(server, `/api/content/elements?${query}`);
  const found = items.find((element) => element.path === path);
  if (!found) throw new Error(`there is no ${kind} at ${path}`);
  return read<ContentElement>(server, `/api/content/elements/${found.id}`);
}

/** Changes an element as a person over HTTP, like another program would. */
export async function changeElement(server: TestServer, id: string, set: JsonObject): Promise<void> {
  const { version } = await read<ContentElement>(server, `/api/content/elements/${id}`);
  const answer = await server.fetch(`/api/content/elements/${id}`, { method: "PUT", body: { version, set } });
  if (!answer.ok) throw new Error(`not changed: ${await answer.text()}`);
}
