import type { Claims, ToolDefinition } from "@countersign/protocol";
import type { TestServer } from "./server.ts";

/** A worker like any other program: it uses HTTP with a key of its own. */
export async function startWorker(server: TestServer, tools: readonly ToolDefinition[]) {
  const made = await server.fetch("/api/keys", { body: { kind: "worker", name: "e2e worker" } });
  const { key } = (await made.json()) as { key: string };
  const post = async (path: string, body: unknown): Promise<unknown> => {
    const response = await fetch(`${server.url}/api/worker/${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`worker/${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  await post("tools", { tools });
  return {
    /** Sends any other worker request. */
    post,
    /** Waits up to 20 s for one execution of these tools; throws if there is none. */
    async claim() {
      const { claims } = (await post("claims", { tools: tools.map(({ name }) => name), waitSeconds: 20 })) as Claims;
      const [claim] = claims;
      if (!claim) throw new Error("there was nothing to run");
      return claim;
    },
    complete: (claimId: string, result: unknown) => post(`claims/${claimId}/complete`, { result }),
    /** Reports an unknown outcome. */
    loseTrack: (claimId: string) =>
      post(`claims/${claimId}/fail`, { error: { code: "outcome_unknown", message: "The connection broke after sending." } }),
  };
}
