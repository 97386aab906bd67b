import { Agent, request } from "node:http";

/** Sends a body, or asks where there is none, and reads the JSON answer; anything but 2xx throws. */
export type Send = <T>(key: string, path: string, body?: object, signal?: AbortSignal) => Promise<T>;

/** Over kept connections, as many at a time as are asked for. */
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
