import { createServer } from "node:http";
import { findFreePort } from "../../../scripts/lib/find-free-port.mjs";

/** The outside world: counts the requests for each `n`. */
export async function openSink() {
  const counts = new Map<string, number>();
  const add = (n: string): void => void counts.set(n, (counts.get(n) ?? 0) + 1);
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (part: string) => (text += part));
    request.on("end", () => {
      add((JSON.parse(text) as { n: string }).n);
      response.setHeader("content-type", "application/json").end("{}");
    });
  });
  const port = await findFreePort();
  await new Promise<void>((resolve) => void server.listen(port, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${port}/notes`, counts, add, close: () => server.close() };
}
