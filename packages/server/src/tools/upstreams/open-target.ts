import { maskJson, type Mask } from "../../core/mask-secrets.ts";
import { openHttp } from "./http-wire.ts";
import type { OrphanGuard } from "./orphan-guard.ts";
import { openSse } from "./sse-wire.ts";
import { openStdio } from "./stdio-wire.ts";
import type { UpstreamTarget } from "./upstream-spec.ts";
import type { OpenWire } from "./wire.ts";

/** The transport that reaches a target. No message of the other side is read before the target's secrets are masked in it. */
export const openTarget =
  (target: UpstreamTarget, mask: Mask, guard: OrphanGuard): OpenWire =>
  (events) =>
    openTransport(
      target,
      mask,
      guard,
    )({ ...events, onMessage: (message, of) => events.onMessage(maskJson(mask, message), of) });

function openTransport(target: UpstreamTarget, mask: Mask, guard: OrphanGuard): OpenWire {
  if (target.transport === "stdio") return openStdio(target, mask, guard);
  return target.transport === "http" ? openHttp(target, mask) : openSse(target, mask);
}
