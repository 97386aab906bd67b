import { Agent, request } from "node:http";

/** A target for calls; `echo` resolves with the text of the response. */
export interface Target {
  name: string;
  /** Process id of the proxy, to measure its CPU time; `null` without a proxy. */
  pid: number | null;
  echo(message: string): Promise<string>;
  close(): Promise<void>;
}

export interface Measured {
  p50Microseconds: number;
  p99Microseconds: number;
  callsPerSecond: number;
}

/** Sends calls one at a time from each of `callers`, and checks every response. */
export async function load(target: Target, callers: number, calls: number): Promise<Measured> {
  const times: number[] = [];
  let left = calls;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (left > 0) {
        left -= 1;
        const message = `hello ${left}`;
        const start = performance.now();
        const answer = await target.echo(message);
        times.push((performance.now() - start) * 1000);
        if (!answer.includes(`Echo: ${message}`)) throw new Error(`${target.name} answered ${answer.slice(0, 500)}`);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const at = (part: number): number => times[Math.floor(times.length * part)] ?? NaN;
  return { p50Microseconds: at(0.5), p99Microseconds: at(0.99), callsPerSecond: calls / seconds };
}

/** Opens a session of 2025-11-25 over Streamable HTTP. Keep-alive connections minimise the client's share of the time. */
export async function openHttp(
  name: string,
  url: string,
  pid: number,
  close: () => Promise<void>,
  headers: Record<string, string> = {},
): Promise<Target> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const address = new URL(url);
  let session: Record<string, string> = {};
  let lastId = 0;

  const post = (message: object): Promise<{ text: string; sessionId: string | undefined }> =>
    new Promise((resolve, reject) => {
      const body = JSON.stringify(message);
      const sent = request(
        {
          agent,
          host: address.hostname,
          port: address.port,
          path: address.pathname,
          method: "POST",
          headers: {
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            "content-length": Buffer.byteLength(body),
            ...headers,
            ...session,
          },
        },
        (answer) => {
          let text = "";
          answer.setEncoding("utf8");
          answer.on("data", (chunk: string) => (text += chunk));
          answer.on("end", () => resolve({ text, sessionId: answer.headers["mcp-session-id"] as string | undefined }));
          answer.on("error", reject);
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });

  const clientInfo = { name: "bench", version: "1" };
  const initialize = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  const { sessionId } = await post({ jsonrpc: "2.0", id: 0, method: "initialize", params: initialize });
  session = { "mcp-protocol-version": "2025-11-25", ...(sessionId !== undefined && { "mcp-session-id": sessionId }) };
  await post({ jsonrpc: "2.0", method: "notifications/initialized" });
  const tool = name === "ours" ? "everything_echo" : "echo";

  return {
    name,
    pid,
    async echo(message) {
      lastId += 1;
      const params = { name: tool, arguments: { message } };
      return (await post({ jsonrpc: "2.0", id: lastId, method: "tools/call", params })).text;
    },
    async close() {
      agent.destroy();
      await close();
    },
  };
}
