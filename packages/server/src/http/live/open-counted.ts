import type { Principal } from "../../core/principal.ts";
import type { Result } from "../../core/refusal.ts";
import type { OpenStreams } from "../../transport/open-streams.ts";

/** Opens a stream that counts toward its credential's limit until it ends. */
export async function openCounted(
  streams: OpenStreams,
  by: Principal,
  open: (onEnd: () => void) => Promise<Result<Response>>,
): Promise<Result<Response>> {
  const entered = streams.enter(by);
  if (!entered.ok) return entered;
  const { leave } = entered.value;
  let isOpen = false;
  try {
    const opened = await open(leave);
    isOpen = opened.ok && opened.value.body !== null;
    return opened;
  } finally {
    if (!isOpen) leave();
  }
}
