import { skipMessage, type Skip, type SkippedMessage } from "./skip-message.ts";

export interface ServerEvent {
  event: string;
  /** Empty where it was too long to be kept. */
  data: string;
  /** As last set on the stream. */
  id: string | undefined;
  /** What was seen of data that was too long. */
  skipped?: SkippedMessage;
}

/** What a stream said besides its events. */
export interface StreamNotes {
  lastEventId?: string;
  retryMs?: number;
}

/** The longest name of a field that is read, with its colon and space: enough to tell data from others. */
const FIELD_CHARS = "data: ".length;

/**
 * Reads `text/event-stream` as the HTML standard says. `notes` keeps id and retry, for whoever comes back after the stream
 * broke. The data of an event with more characters than `limit` is not kept; the events after it are read on.
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
    // A carriage return and a line feed are one end of a line, also where a chunk ends between them.
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
  /** The line that is being read, in pieces, and its characters. */
  #line: string[] = [];
  #lineChars = 0;
  /** The rest of the line is not kept. */
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

  /** The event that the line ended, if it did. */
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

  /** The line makes the event too long: data is skipped from its beginning, another field is left out. */
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
