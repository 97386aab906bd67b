import type { Json, JsonObject } from "@countersign/protocol";
import type { SkippedMessage } from "./skip-message.ts";

/**
 * Bytes (characters on an event stream). A server's message or batch above this is read but not kept, unless its upstream
 * configures more.
 */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

export interface WireEvents {
  /** `of` is the id of the request whose own stream carried the message; undefined on a shared stream. */
  onMessage(message: Json, of?: number): void;
  /** A message was too large to keep; `of` as above. */
  onTooLarge(skipped: SkippedMessage, of?: number): void;
  /** The transport ended by itself. Called at most once, and never after `close`. */
  onEnd(problem: string): void;
  /** The server violated the protocol; the transport stays open. */
  onFault(fault: string): void;
}

export interface SendOptions {
  /** Id of the request, passed as `of` with messages on its stream; undefined for other messages. */
  requestId?: number;
  /** Aborting closes the request's stream. */
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

/** Transport of messages to one server and back. */
export interface Wire {
  /** Whether each request has a response stream of its own. In the modern era, closing it cancels the request. */
  readonly hasOwnStreams: boolean;
  /** True for a stateless server: an HTTP server that began no session. */
  readonly isStateless: boolean;
  /**
   * Resolves when the message is delivered; for a request with its own stream, when that stream ends. Rejects with a `WireFault`
   * if the message could not be delivered or the stream ended without a response.
   */
  send(message: JsonObject, options: SendOptions): Promise<void>;
  /** Sets the version of later messages; empty: none. Legacy HTTP then opens the stream for the server's own notifications. */
  agree(protocolVersion: string, isModern: boolean): void;
  /** Closes the transport and all that belongs to it. Idempotent. */
  close(): Promise<void>;
}

export type OpenWire = (events: WireEvents) => Promise<Wire>;

/** A transport's failure. The message contains no secrets. */
export class WireFault extends Error {
  /** The server certainly did nothing with the message. */
  readonly wasNotTaken: boolean;
  /** The server does not know the session: after a new handshake the message may be sent again. */
  readonly isSessionOver: boolean;
  readonly status: number | undefined;

  constructor(message: string, facts: { wasNotTaken?: boolean; isSessionOver?: boolean; status?: number } = {}) {
    super(message);
    this.name = "WireFault";
    this.wasNotTaken = facts.wasNotTaken ?? false;
    this.isSessionOver = facts.isSessionOver ?? false;
    this.status = facts.status;
  }
}
