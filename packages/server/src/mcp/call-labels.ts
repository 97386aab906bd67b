import { proposeSchema } from "@countersign/protocol";
import { RPC_CODES, RpcError } from "../core/json-rpc.ts";
import type { CallLabels } from "../ports/actions.ts";
import { metaOf, type McpCall } from "./call.ts";

/** Prefix of our own keys in `_meta`. They are not forwarded to upstreams. */
export const OWN_META = "countersign/";

const labels = proposeSchema.pick({ sessionId: true, missionId: true, caption: true, checkpointId: true });
const KEYS = ["sessionId", "missionId", "caption", "checkpointId"] as const satisfies (keyof CallLabels)[];
/** For clients that send the same headers with every request and cannot set `_meta`. */
const HEADERS = { sessionId: "countersign-session-id", missionId: "countersign-mission-id" } as const;

/**
 * Labels of a call, from `_meta`, else from the headers. They tell people where the call belongs, and decide nothing. Throws an
 * `RpcError` for a label that is not valid.
 */
export function labelsOf(call: Pick<McpCall, "params" | "headers">): CallLabels {
  const meta = metaOf(call);
  const sent: Record<string, unknown> = {};
  for (const [key, header] of Object.entries(HEADERS)) if (call.headers[header] !== undefined) sent[key] = call.headers[header];
  for (const key of KEYS) if (meta[OWN_META + key] !== undefined) sent[key] = meta[OWN_META + key];
  const read = labels.safeParse(sent);
  if (read.success) return read.data;
  const { path, message } = read.error.issues[0]!;
  throw new RpcError(RPC_CODES.invalidParams, `\`_meta\` or header ${OWN_META}${path.join("/")}: ${message}`);
}
