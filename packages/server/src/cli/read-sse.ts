/** One event of a stream: what it says, and what it is called, should the stream have to be taken up again. */
export interface SseEvent {
  id: string | null;
  data: string;
}

/** The events of a `text/event-stream` body that say anything. */
export async function* readSse(body: AsyncIterable<Uint8Array>): AsyncGenerator<SseEvent> {
  const decoder = new TextDecoder();
  let rest = "";
  let id: string | null = null;
  let data: string[] = [];
  for await (const chunk of body) {
    rest += decoder.decode(chunk, { stream: true });
    // A line end that is cut in two between chunks stays for the next one.
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
