import { maskJson, type Mask } from "../../core/mask-secrets.ts";
import type { HttpTarget } from "./http-target.ts";
import { openHttp } from "./http-wire.ts";
import { maskSkipped } from "./skip-message.ts";
import { openSse } from "./sse-wire.ts";
import { openStdio, type CommandHost } from "./stdio-wire.ts";
import type { UpstreamTarget } from "./upstream-spec.ts";
import type { OpenWire } from "./wire.ts";

/** The transport for a target. Masks the target's secrets in every received message before anything reads it. */
export const openTarget = (target: UpstreamTarget, mask: Mask, host: CommandHost, maxMessageBytes?: number): OpenWire =>
  target.transport === "stdio"
    ? masked(mask, openStdio(target, mask, host, maxMessageBytes))
    : openHttpTarget(target, mask, maxMessageBytes);

/** The same for a server that is reached over HTTP, which needs no program. */
export const openHttpTarget = (
  target: { transport: "http" | "sse" } & HttpTarget,
  mask: Mask,
  maxMessageBytes?: number,
): OpenWire =>
  masked(mask, target.transport === "http" ? openHttp(target, mask, maxMessageBytes) : openSse(target, mask, maxMessageBytes));

const masked =
  (mask: Mask, open: OpenWire): OpenWire =>
  (events) =>
    open({
      ...events,
      onMessage: (message, of) => events.onMessage(maskJson(mask, message), of),
      onTooLarge: (skipped, of) => events.onTooLarge(maskSkipped(mask, skipped), of),
    });
