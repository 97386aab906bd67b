import { skipMessage, type Skip, type SkippedMessage } from "./skip-message.ts";

export interface ServerEvent {
  event: string;
  /** Empty if the data was too long to keep. */
  data: string;
  /** The id that the stream set last. */
  id: string | undefined;
  /** Facts about data that was too long to keep. */
  skipped?: SkippedMessage;
}

/** Values that a stream sets for resuming it. */
export interface StreamNotes {
  lastEventId?: string;
  retryMs?: number;
}

/** Characters that suffice to tell a data field from others: its name, colon and space. */
const FIELD_CHARS = "data: ".length;

/**
 * Parses `text/event-stream` as the HTML standard defines. Stores id and retry in `notes`, for resuming a broken stream. An
 * event's data of more than `limit` characters is not kept; the events after it are still read.
 */
export async function* readEvents(
  body: AsyncIterable<Uint8Array>,
  limit: number,
  notes: StreamNotes,
): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  const reader = new EventReader(limit, notes);
  let isAfterReturn = false;
  for await (const chunk of body) {
    const text = decoder.decode(chunk, { stream: true });
    if (text === "") continue;
    // CR LF is one line end, even if a chunk ends between the two.
    let start = isAfterReturn && text.startsWith("\n") ? 1 : 0;
    isAfterReturn = text.endsWith("\r");
    for (;;) {
      const end = nextLineEnd(text, start);
      reader.add(text.slice(start, end === -1 ? undefined : end));
      if (end === -1) break;
      const event = reader.endLine();
      if (event) yield event;
      start = end + (text[end] === "\r" && text[end + 1] === "\n" ? 2 : 1);
    }
  }
}

function nextLineEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return at;
  }
  return -1;
}

class EventReader {
  readonly #limit: number;
  readonly #notes: StreamNotes;
  /** Pieces of the current line, and their total length in characters. */
  #line: string[] = [];
  #lineChars = 0;
  /** Set while the rest of the line is not kept: whether it is data or another field. */
  #isPassing: "data" | "other" | undefined;
  #event = "";
  /** Becomes the last id when its event ends: a stream that breaks within an event resumes before it. */
  #id: string | undefined;
  #data: string[] = [];
  #dataChars = 0;
  #skip: Skip | undefined;

  constructor(limit: number, notes: StreamNotes) {
    this.#limit = limit;
    this.#notes = notes;
  }

  add(text: string): void {
    if (text === "") return;
    if (this.#isPassing) return this.#pass(text);
    this.#line.push(text);
    this.#lineChars += text.length;
    if (this.#isTooLong()) this.#letPass();
  }

  /** Returns the event that this line ends; undefined if it ends none. */
  endLine(): ServerEvent | undefined {
    const line = this.#line.join("");
    const wasPassed = this.#isPassing !== undefined;
    this.#line = [];
    this.#lineChars = 0;
    this.#isPassing = undefined;
    if (wasPassed) return undefined;
    if (line === "") return this.#endEvent();
    this.#takeField(line);
    return undefined;
  }

  #endEvent(): ServerEvent | undefined {
    if (this.#id !== undefined) this.#notes.lastEventId = this.#id;
    const { lastEventId: id } = this.#notes;
    const event = this.#event || "message";
    const data = this.#data;
    const skipped = this.#skip;
    this.#event = "";
    this.#data = [];
    this.#dataChars = 0;
    this.#skip = undefined;
    if (skipped) return { event, data: "", id, skipped: skipped.end() };
    return data.length > 0 ? { event, data: data.join("\n"), id } : undefined;
  }

  #takeField(line: string): void {
    const colon = line.indexOf(":");
    if (colon === 0) return;
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? "" : line.slice(line[colon + 1] === " " ? colon + 2 : colon + 1);
    const notes = this.#notes;
    if (field === "data") this.#takeData(value);
    else if (field === "event") this.#event = value;
    else if (field === "id" && !value.includes("\0")) this.#id = value;
    else if (field === "retry" && /^\d{1,9}$/.test(value)) notes.retryMs = Number(value);
  }

  #takeData(value: string): void {
    if (this.#skip) return this.#skip.take(Buffer.from(`${value}\n`));
    this.#data.push(value);
    this.#dataChars += value.length;
  }

  #isTooLong(): boolean {
    return this.#lineChars + this.#dataChars > this.#limit;
  }

  /** Handles a line that makes the event too long: the event's data is skipped from its beginning, another field is ignored. */
  #letPass(): void {
    const start = this.#line.join("");
    if (start.length < FIELD_CHARS) return;
    this.#line = [];
    this.#lineChars = 0;
    const isData = start.startsWith("data:");
    this.#isPassing = isData ? "data" : "other";
    if (!isData) return;
    this.#skip ??= skipMessage();
    for (const each of this.#data) this.#skip.take(Buffer.from(`${each}\n`));
    this.#data = [];
    this.#dataChars = 0;
    this.#pass(start.slice(start[5] === " " ? 6 : 5));
  }

  #pass(text: string): void {
    if (this.#isPassing === "data") this.#skip?.take(Buffer.from(text));
  }
}
