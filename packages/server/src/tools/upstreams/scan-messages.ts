import { parseJson } from "../../core/parse-json.ts";

/** Facts about one JSON-RPC message that was not kept. */
export interface SeenMessage {
  /** Undefined if the message has none, or one that is neither a number nor a short string. */
  id: string | number | undefined;
  /** True for a request or a notification. */
  hasMethod: boolean;
  /** True for an error, or a result with `isError`. */
  isError: boolean;
}

/** Limit for keys and ids; the ones this scan looks for are shorter. */
const MAX_TOKEN_BYTES = 200;
/** Maximum messages scanned per batch; the same as for a batch that is kept. */
const MAX_MESSAGES = 1000;

const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET, COLON, COMMA] = Buffer.from('"\\{}[]:,');

/**
 * Finds which requests a JSON text answers, wherever its ids are, in constant memory. `take` accepts the bytes in any pieces.
 * Invalid JSON yields no messages, or wrong ones, but no error.
 */
export class MessageScan {
  readonly messages: SeenMessage[] = [];
  #depth = 0;
  /** Depth of the message objects: 1, or 2 in a batch; 0 until it is known. */
  #messageDepth = 0;
  #isInString = false;
  #isEscaped = false;
  #token: number[] = [];
  #isTokenCut = false;
  /** The key whose value comes next, by level: in the message, and in its result. */
  readonly #keys: (string | undefined)[] = [];
  /** By level, whether the next string is a key. */
  readonly #awaitsKey: boolean[] = [];
  /** Whether the scan is inside the `result` of the last message. */
  #isInResult = false;

  take(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#isInString) this.#takeInString(byte);
      else this.#takeOutside(byte);
    }
  }

  #takeInString(byte: number): void {
    this.#keep(byte);
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInString = false;
  }

  #takeOutside(byte: number): void {
    if (byte === QUOTE) {
      this.#keep(byte);
      this.#isInString = true;
    } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#open(byte === OPEN_BRACE);
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#close();
    else if (byte === COLON) this.#endKey();
    else if (byte === COMMA) {
      this.#endValue();
      this.#awaitsKey[this.#level] = true;
    } else if (byte > 32) this.#keep(byte);
  }

  /** 0 in a message, 1 in its direct members; other levels are ignored. */
  get #level(): number {
    return this.#depth - this.#messageDepth;
  }

  #keep(byte: number): void {
    if (this.#messageDepth === 0 || this.#level < 0 || this.#level > 1) return;
    if (this.#token.length < MAX_TOKEN_BYTES) this.#token.push(byte);
    else this.#isTokenCut = true;
  }

  #takeToken(): unknown {
    const text = this.#isTokenCut ? "" : Buffer.from(this.#token).toString("utf8");
    this.#token = [];
    this.#isTokenCut = false;
    return parseJson(text);
  }

  #open(isObject: boolean): void {
    this.#takeToken();
    if (this.#messageDepth === 0) this.#messageDepth = isObject ? 1 : 2;
    const key = this.#level === 0 ? this.#keys[0] : undefined;
    this.#depth += 1;
    const level = this.#level;
    this.#awaitsKey[level] = isObject;
    this.#keys[level] = undefined;
    if (level === 0 && isObject && this.messages.length < MAX_MESSAGES)
      this.messages.push({ id: undefined, hasMethod: false, isError: false });
    if (level !== 1) return;
    this.#isInResult = isObject && key === "result";
    const message = this.messages.at(-1);
    if (message && key === "error") message.isError = true;
  }

  #close(): void {
    this.#endValue();
    this.#depth = Math.max(0, this.#depth - 1);
    if (this.#level === 0) this.#keys[0] = undefined;
  }

  #endKey(): void {
    const key = this.#takeToken();
    const level = this.#level;
    if (level < 0 || level > 1 || !this.#awaitsKey[level]) return;
    this.#awaitsKey[level] = false;
    this.#keys[level] = typeof key === "string" ? key : undefined;
  }

  #endValue(): void {
    const value = this.#takeToken();
    const level = this.#level;
    const message = this.messages.at(-1);
    if (!message || level < 0 || level > 1 || value === undefined) return;
    const key = this.#keys[level];
    this.#keys[level] = undefined;
    if (level === 1) {
      if (this.#isInResult && key === "isError" && value === true) message.isError = true;
    } else if (key === "method") message.hasMethod = true;
    // As in JSON.parse, the last of two equal keys wins.
    else if (key === "id") message.id = typeof value === "number" || typeof value === "string" ? value : undefined;
  }
}
