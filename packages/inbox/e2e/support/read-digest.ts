import type { Action } from "@countersign/protocol";
import type { TestServer } from "./server.ts";

/** The digest that an approval of the action's current version must send. */
export async function readDigest(server: TestServer, id: string): Promise<string> {
  return ((await (await server.fetch(`/api/pending-actions/${encodeURIComponent(id)}`)).json()) as Action).digest;
}
