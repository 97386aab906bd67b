import { openHttp } from "./http-wire.ts";
import type { Mask } from "./mask-secrets.ts";
import type { OrphanGuard } from "./orphan-guard.ts";
import { openSse } from "./sse-wire.ts";
import { openStdio } from "./stdio-wire.ts";
import type { UpstreamTarget } from "./upstream-spec.ts";
import type { OpenWire } from "./wire.ts";

/** The transport that reaches a target. */
export function openTarget(target: UpstreamTarget, mask: Mask, guard: OrphanGuard): OpenWire {
  if (target.transport === "stdio") return openStdio(target, mask, guard);
  return target.transport === "http" ? openHttp(target, mask) : openSse(target, mask);
}
