import type { JsonObject } from "@countersign/protocol";
import { findLack, type ClientOffer } from "../core/client-needs.ts";
import type { GatewayTool } from "../core/gateway-tool.ts";
import { ASKABLE } from "../core/not-offered.ts";
import { declares, type McpCall } from "./call.ts";

const CAPABILITIES = [...new Set(ASKABLE.values())];

/**
 * What can be asked of the client behind a call. One of 2026-07-28 is asked by the answer to its request, and an approved call is not
 * that request any more; only a client of a session can be asked while such a call runs.
 */
export function offerOf(call: McpCall, isGated: boolean): ClientOffer {
  const { session, era } = call;
  const declared = session === null ? undefined : CAPABILITIES.filter((each) => session.capabilities[each] !== undefined);
  const canAnswer = !isGated || era === "legacy";
  return { declared, answers: canAnswer ? CAPABILITIES.filter((each) => declares(call, each)) : [] };
}

/** What the tool is known to need and this client lacks, for a call that a person is asked about or for one that passes. */
export const lackOf = (call: McpCall, tool: Pick<GatewayTool, "clientNeeds">, isGated: boolean): string | undefined =>
  tool.clientNeeds.length === 0 ? undefined : findLack(tool.clientNeeds, offerOf(call, isGated));

/** A model reads results; an error of the protocol it may never see. */
export const tellLack = (words: string): JsonObject => ({ content: [{ type: "text", text: words }], isError: true });
