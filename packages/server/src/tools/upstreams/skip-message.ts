import type { Mask } from "../../core/mask-secrets.ts";
import { MessageScan, type SeenMessage } from "./scan-messages.ts";

/** A message, or a batch of them, that was too large to be kept. */
export interface SkippedMessage {
  bytes: number;
  /** Its first part. */
  start: string;
  messages: readonly SeenMessage[];
}

const MAX_START_CHARS = 64 * 1024;
/** What follows the first part is kept this far until it is masked: a secret on the border would be cut, and not be found. */
const MASKED_BESIDE_CHARS = 16 * 1024;
const MAX_START_BYTES = MAX_START_CHARS + MASKED_BESIDE_CHARS;

/** A message whose first part holds no secret, also none that its end cuts. */
export function maskSkipped(mask: Mask, skipped: SkippedMessage): SkippedMessage {
  const masked = mask(skipped.start);
  const end = Math.min(MAX_START_CHARS, Math.max(0, masked.length - MASKED_BESIDE_CHARS));
  return { ...skipped, start: masked.slice(0, end) };
}

export interface Skip {
  take(part: Uint8Array): void;
  readonly bytes: number;
  end(): SkippedMessage;
}

/** Lets a message of any size go by in constant memory. Its `start` is masked by `maskSkipped` before anything reads it. */
export function skipMessage(): Skip {
  const scan = new MessageScan();
  const kept: Uint8Array[] = [];
  let bytes = 0;
  return {
    take(part) {
      const room = MAX_START_BYTES - bytes;
      // A copy: the part may be a view of a whole chunk.
      if (room > 0) kept.push(Uint8Array.prototype.slice.call(part, 0, room));
      bytes += part.length;
      scan.take(part);
    },
    get bytes() {
      return bytes;
    },
    end: () => ({ bytes, start: Buffer.concat(kept).toString("utf8"), messages: scan.messages }),
  };
}
