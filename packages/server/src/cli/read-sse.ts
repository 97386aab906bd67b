/** One event of a stream: its data, and its id for resuming the stream. */
export interface SseEvent {
  id: string | null;
  data: string;
}

/** Yields the events of a `text/event-stream` body that have data or an id. */
export async function* readSse(body: AsyncIterable<Uint8Array>): AsyncGenerator<SseEvent> {
  const decoder = new TextDecoder();
  let rest = "";
  let id: string | null = null;
  let data: string[] = [];
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    // A CR at the end of a chunk may be half of a CRLF, so it stays for the next chunk.
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "") {
        if (id !== null || data.length > 0) yield { id, data: data.join("\n") };
        id = null;
        data = [];
      } else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
      else if (line.startsWith("id:")) id = line.slice(3).trim();
    }
  }
}
