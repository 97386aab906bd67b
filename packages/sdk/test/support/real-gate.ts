import type { Action, JsonObject } from "@countersign/protocol";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { layDatabase } from "../../../server/test/support/database.ts";
import { startServer, type StartedServer } from "../../../server/src/main.ts";
import { Countersign, type CountersignOptions } from "../../src/index.ts";

/** The server itself on the embedded database, with a worker's key and a person who decides. */
export async function openRealGate() {
  const folder = await mkdtemp(join(tmpdir(), "countersign-sdk-"));
  await layDatabase(folder);
  const server = await startOnFreePort(folder);
  const { url, agentKey, userToken } = server.credentials;
  const told: unknown[] = [];

  async function ask<T>(path: string, body: object): Promise<T> {
    const response = await fetch(`${url}/api/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${userToken}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as T;
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  }
  const decide = (verdict: "approve" | "reject" | "refine", id: string, body: JsonObject = {}): Promise<Action> =>
    ask(`pending-actions/${id}/${verdict}`, body);

  const { key: workerKey } = await ask<{ key: string }>("keys", { kind: "worker", name: "sdk test" });
  return {
    countersign: (options: Partial<CountersignOptions> = {}): Countersign =>
      new Countersign({ url, apiKey: agentKey, workerKey, onError: (error) => told.push(error), ...options }),
    keys: { url, agentKey, workerKey, userToken },
    told,
    decide,
    close: async (): Promise<void> => {
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Below the ephemeral range, so that no client socket has the port. */
async function startOnFreePort(dataFolder: string): Promise<StartedServer> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await startServer({ dataFolder, port: 20_000 + Math.floor(Math.random() * 12_000) });
    } catch (error) {
      if (tries === 10 || (error as { code?: unknown }).code !== "EADDRINUSE") throw error;
    }
  }
}
