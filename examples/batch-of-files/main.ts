// An agent without the SDK: proposes two files as one batch over plain HTTP and waits until both actions have ended.
// Start a server first; then: npx tsx --conditions=@countersign/source examples/batch-of-files/main.ts
import { readFileSync } from "node:fs";

const { url, agentKey } = JSON.parse(readFileSync(process.env["COUNTERSIGN_AGENT_FILE"] ?? ".data/agent.json", "utf8")) as {
  url: string;
  agentKey: string;
};

async function ask<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(`${url}/api/pending-actions${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${agentKey}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as T;
}

const { batchId, items } = await ask<{ batchId: string; items: { pendingActionId: string }[] }>("/batch", {
  items: [
    { toolName: "write_file", toolInput: { path: "notes/monday.md", content: "# Monday\n" }, caption: "Notes for Monday" },
    { toolName: "write_file", toolInput: { path: "notes/tuesday.md", content: "# Tuesday\n" }, caption: "Notes for Tuesday" },
  ],
});
console.log(`queued ${items.length} in batch ${batchId}: decide on them in the inbox at ${url}`);

interface Action {
  status: string;
  toolInput: { path: string };
  decisions: { comment: string | null }[];
}

/** Long-polls an action until it has ended. An approved action runs a moment after the decision. */
async function untilOver(id: string): Promise<Action> {
  for (;;) {
    const action = await ask<Action>(`/${id}?wait=30`);
    if (!["pending", "approved", "executing"].includes(action.status)) return action;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

for (const { pendingActionId } of items) {
  const { status, toolInput, decisions } = await untilOver(pendingActionId);
  console.log(`${status} ${toolInput.path} ${decisions[0]?.comment ?? ""}`.trim());
}
