import { Agent, request } from "node:http";

/** Sends a POST with a body, else a GET, and returns the JSON response. Throws for status codes of 300 and above. */
export type Send = <T>(key: string, path: string, body?: object, signal?: AbortSignal) => Promise<T>;

/** Uses keep-alive connections, without a limit on concurrent requests. */
export function openSender(url: string): { send: Send; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
  const send: Send = (key, path, body, signal) =>
    new Promise((resolve, reject) => {
      const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
      const method = body === undefined ? "GET" : "POST";
      const sent = request(url + path, { method, agent, headers, ...(signal ? { signal } : {}) }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
        response.once("error", reject);
        response.once("end", () => {
          if ((response.statusCode ?? 0) >= 300) reject(new Error(`${path}: ${response.statusCode} ${text}`));
          else resolve(JSON.parse(text));
        });
      });
      sent.once("error", reject);
      sent.end(body && JSON.stringify(body));
    });
  return { send, close: () => agent.destroy() };
}
