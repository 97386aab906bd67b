import type { JsonObject } from "@countersign/protocol";
import { findLack, type ClientOffer } from "../core/client-needs.ts";
import type { GatewayTool } from "../core/gateway-tool.ts";
import { ASKABLE } from "../core/not-offered.ts";
import { declares, type McpCall } from "./call.ts";

const CAPABILITIES = [...new Set(ASKABLE.values())];

/**
 * Returns what the client behind a call can be asked. A client of 2026-07-28 is asked in the response to its request, and an
 * approved call runs outside that request; only a client with a session can be asked while such a call runs.
 */
export function offerOf(call: McpCall, isGated: boolean): ClientOffer {
  const { session, era } = call;
  const declared = session === null ? undefined : CAPABILITIES.filter((each) => session.capabilities[each] !== undefined);
  const canAnswer = !isGated || era === "legacy";
  return { declared, answers: canAnswer ? CAPABILITIES.filter((each) => declares(call, each)) : [] };
}

/** Returns what the tool is known to need and this client lacks, for a gated call or one that passes; undefined if nothing. */
export const lackOf = (call: McpCall, tool: Pick<GatewayTool, "clientNeeds">, isGated: boolean): string | undefined =>
  tool.clientNeeds.length === 0 ? undefined : findLack(tool.clientNeeds, offerOf(call, isGated));

/** A tool result, because a model may never see a protocol error. */
export const tellLack = (words: string): JsonObject => ({ content: [{ type: "text", text: words }], isError: true });
