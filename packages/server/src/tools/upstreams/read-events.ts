export interface ServerEvent {
  event: string;
  data: string;
  /** As last set on the stream. */
  id: string | undefined;
}

/** What a stream said besides its events. */
export interface StreamNotes {
  lastEventId?: string;
  retryMs?: number;
}

/**
 * Reads `text/event-stream` as the HTML standard says. `notes` keeps id and retry, for whoever comes back after the stream
 * broke. Throws when an event has more characters than `limit`.
 */
export async function* readEvents(
  body: AsyncIterable<Uint8Array>,
  limit: number,
  notes: StreamNotes,
): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let held = "";
  let event = "";
  let data: string[] = [];
  let size = 0;
  for await (const chunk of body) {
    held += decoder.decode(chunk, { stream: true });
    let start = 0;
    for (;;) {
      const end = nextLineEnd(held, start);
      if (end === -1) break;
      const line = held.slice(start, end);
      start = end + (held[end] === "\r" && held[end + 1] === "\n" ? 2 : 1);
      if (line === "") {
        if (data.length > 0) yield { event: event || "message", data: data.join("\n"), id: notes.lastEventId };
        event = "";
        data = [];
        size = 0;
        continue;
      }
      const colon = line.indexOf(":");
      if (colon === 0) continue;
      const field = colon === -1 ? line : line.slice(0, colon);
      const value = colon === -1 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
      if (field === "data") {
        data.push(value);
        size += value.length;
      } else if (field === "event") event = value;
      else if (field === "id" && !value.includes("\0")) notes.lastEventId = value;
      else if (field === "retry" && /^\d{1,9}$/.test(value)) notes.retryMs = Number(value);
    }
    held = held.slice(start);
    if (held.length + size > limit) throw new RangeError("an event is too long");
  }
}

/** A carriage return at the very end may be half of a line end; it is left for the next chunk. */
function nextLineEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && at + 1 < text.length)) return at;
  }
  return -1;
}
