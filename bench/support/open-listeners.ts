import { Agent, get, type ClientRequest, type IncomingMessage } from "node:http";
import type { BenchCredentials } from "./start-server.ts";

const OPENED_AT_ONCE = 50;

/** Opens `count` live streams and reports for each new action when each stream receives it. */
export async function openListeners(
  { url, userToken, workspaceId }: BenchCredentials,
  count: number,
  onCreated: (id: string, at: number) => void,
): Promise<{ close(): void }> {
  const agent = new Agent({ maxSockets: Infinity });
  const headers = { Authorization: `Bearer ${userToken}`, "X-Workspace": workspaceId, Accept: "text/event-stream" };
  const requests: ClientRequest[] = [];

  const open = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const request = get(`${url}/api/events`, { agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`a live stream was answered with ${response.statusCode}`));
        else readEvents(response, onCreated, resolve);
      });
      request.on("error", reject);
      requests.push(request);
    });
  for (let opened = 0; opened < count; opened += OPENED_AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(OPENED_AT_ONCE, count - opened) }, open));
  }
  return {
    close() {
      for (const request of requests) request.destroy();
      agent.destroy();
    },
  };
}

/** The briefing is the first event; after it, a stream receives all events. */
function readEvents(response: IncomingMessage, onCreated: (id: string, at: number) => void, onBriefing: () => void): void {
  let rest = "";
  response.on("error", () => undefined);
  response.setEncoding("utf8").on("data", (chunk: string) => {
    const at = performance.now();
    const events = (rest + chunk).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      if (event.startsWith("event: briefing")) onBriefing();
      const id = event.startsWith("event: action.created") ? /"id":"([^"]+)"/.exec(event)?.[1] : undefined;
      if (id !== undefined) onCreated(id, at);
    }
  });
}
