import type { Action, JsonObject } from "@countersign/protocol";
import { startTestServer } from "../../../server/test/support/start-test-server.ts";
import { Countersign, type CountersignOptions } from "../../src/index.ts";

/** The real server, with a worker key and a user who decides. */
export async function openRealGate(options: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(options);
  const { userToken } = server;
  const { url, agentKey } = server.credentials;
  const told: unknown[] = [];

  async function ask<T>(path: string, body?: object, method = body === undefined ? "GET" : "POST"): Promise<T> {
    const response = await fetch(`${url}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${userToken}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as T;
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  }
  /** Decides on the current version: reads its digest first. */
  const decide = async (verdict: "approve" | "reject" | "refine", id: string, body: JsonObject = {}): Promise<Action> => {
    const { digest } = await ask<Action>(`pending-actions/${id}`);
    return ask(`pending-actions/${id}/${verdict}`, { digest, ...body });
  };

  const { key: workerKey } = await ask<{ key: string }>("keys", { kind: "worker", name: "sdk test" });
  return {
    countersign: (options: Partial<CountersignOptions> = {}): Countersign =>
      new Countersign({ url, apiKey: agentKey, workerKey, onError: (error) => told.push(error), ...options }),
    keys: { url, agentKey, workerKey, userToken },
    told,
    ask,
    decide,
    close: server.close,
  };
}
