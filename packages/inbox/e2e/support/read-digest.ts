import type { Action } from "@countersign/protocol";
import type { TestServer } from "./server.ts";

/** What a person who looked at the action sends with an approval. */
export async function readDigest(server: TestServer, id: string): Promise<string> {
  return ((await (await server.fetch(`/api/pending-actions/${encodeURIComponent(id)}`)).json()) as Action).digest;
}
