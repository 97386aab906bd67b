import type { Mask } from "../../core/mask-secrets.ts";
import { MessageScan, type SeenMessage } from "./scan-messages.ts";

/** A message or batch that was too large to keep. */
export interface SkippedMessage {
  bytes: number;
  /** Beginning of its text. */
  start: string;
  messages: readonly SeenMessage[];
}

const MAX_START_CHARS = 64 * 1024;
/** Characters kept beyond the beginning until masking, which would miss a secret cut at the border. */
const MASKED_BESIDE_CHARS = 16 * 1024;
const MAX_START_BYTES = MAX_START_CHARS + MASKED_BESIDE_CHARS;

/** Masks the secrets in `start` and shortens it, so that it does not end with part of a secret. */
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

/** Consumes a message of any size in constant memory. Its `start` must pass `maskSkipped` before anything reads it. */
export function skipMessage(): Skip {
  const scan = new MessageScan();
  const kept: Uint8Array[] = [];
  let bytes = 0;
  return {
    take(part) {
      const room = MAX_START_BYTES - bytes;
      // Copied, since a view would keep its whole chunk in memory.
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
