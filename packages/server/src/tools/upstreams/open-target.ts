import { maskJson, type Mask } from "../../core/mask-secrets.ts";
import { openHttp } from "./http-wire.ts";
import type { OrphanGuard } from "./orphan-guard.ts";
import { maskSkipped } from "./skip-message.ts";
import { openSse } from "./sse-wire.ts";
import { openStdio } from "./stdio-wire.ts";
import type { UpstreamTarget } from "./upstream-spec.ts";
import type { OpenWire } from "./wire.ts";

/** The transport for a target. Masks the target's secrets in every received message before anything reads it. */
export const openTarget =
  (target: UpstreamTarget, mask: Mask, guard: OrphanGuard, maxMessageBytes?: number): OpenWire =>
  (events) =>
    openTransport(
      target,
      mask,
      guard,
      maxMessageBytes,
    )({
      ...events,
      onMessage: (message, of) => events.onMessage(maskJson(mask, message), of),
      onTooLarge: (skipped, of) => events.onTooLarge(maskSkipped(mask, skipped), of),
    });

function openTransport(target: UpstreamTarget, mask: Mask, guard: OrphanGuard, maxMessageBytes?: number): OpenWire {
  if (target.transport === "stdio") return openStdio(target, mask, guard, maxMessageBytes);
  return target.transport === "http" ? openHttp(target, mask, maxMessageBytes) : openSse(target, mask, maxMessageBytes);
}
