import type { Json, JsonObject } from "@countersign/protocol";
import type { SkippedMessage } from "./skip-message.ts";

/**
 * Bytes (characters on an event stream). A larger message of a server, or batch of them, is let by without being kept, where its upstream
 * sets no more.
 */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

export interface WireEvents {
  /** `of` is the id of our request whose own stream carried it; absent where all share one stream. */
  onMessage(message: Json, of?: number): void;
  /** A message was too large to be kept; `of` as above. */
  onTooLarge(skipped: SkippedMessage, of?: number): void;
  /** The connection ended by itself: once at most, and never after `close`. */
  onEnd(problem: string): void;
  /** What the server did wrong and the connection survived. */
  onFault(fault: string): void;
}

export interface SendOptions {
  /** Of the request that is sent; what comes on its stream is told with it. */
  requestId?: number;
  /** Aborting lets go of the request's stream. */
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

/** Carries messages to one server and back, whatever is between. */
export interface Wire {
  /** Closing the stream of a request takes it back, in the modern era. */
  readonly hasOwnStreams: boolean;
  /** True for a stateless server: an HTTP server that began no session. */
  readonly isStateless: boolean;
  /**
   * Settles when the message is delivered; that of a request with its own stream when the stream is over. Rejects with a
   * `WireFault` when it could not be delivered, or the stream ended without an answer.
   */
  send(message: JsonObject, options: SendOptions): Promise<void>;
  /** The handshake is done: what is sent from now on carries this version, and a stream for the server's own notices opens. */
  agree(protocolVersion: string, isModern: boolean): void;
  /** Ends the connection and what belongs to it; safe to call twice. */
  close(): Promise<void>;
}

export type OpenWire = (events: WireEvents) => Promise<Wire>;

/** Words without secrets. */
export class WireFault extends Error {
  /** The other side certainly did nothing with the message. */
  readonly wasNotTaken: boolean;
  /** The session is unknown to the server: after a new handshake the message may be sent again. */
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
