import { isJsonObject, type JsonObject } from "@countersign/protocol";
import { RPC_CODES, RpcError } from "../core/json-rpc.ts";
import { ownerOf, subscribe } from "./list-methods.ts";
import type { McpCall } from "./call.ts";
import { peerOf } from "./peer-of.ts";
import { META } from "./era.ts";

const MAX_RESOURCES = 1000;
/** Lists whose changes a client may subscribe to. */
const LISTS = [
  ["toolsListChanged", "notifications/tools/list_changed"],
  ["promptsListChanged", "notifications/prompts/list_changed"],
  ["resourcesListChanged", "notifications/resources/list_changed"],
] as const;

/** `subscriptions/listen`: streams what the client asked for and nothing else, until it disconnects, its workspace is archived or the server stops. */
export async function listenFor(call: McpCall): Promise<undefined> {
  const { context, answer, id, params } = call;
  const wanted = params["notifications"];
  if (!isJsonObject(wanted))
    throw new RpcError(RPC_CODES.invalidParams, "`notifications` must name the notifications to receive.");
  const lists = LISTS.filter(([key]) => wanted[key] === true);
  const named = Array.isArray(wanted["resourceSubscriptions"]) ? wanted["resourceSubscriptions"] : [];
  const resources = new Set(named.filter((uri) => typeof uri === "string").slice(0, MAX_RESOURCES));
  const methods = new Set<string>(lists.map(([, method]) => method));
  const honoured: JsonObject = {
    ...Object.fromEntries(lists.map(([key]) => [key, true])),
    ...(resources.size > 0 && { resourceSubscriptions: [...resources] }),
  };
  const _meta = { [META.subscriptionId]: id };
  const entered = context.streams.enter(call.principal);
  if (!entered.ok) {
    answer.fault(entered.refusal);
    return undefined;
  }
  try {
    if (!answer.open()) throw new RpcError(RPC_CODES.invalidRequest, "Send `Accept: text/event-stream` to receive changes.");
    answer.notify("notifications/subscriptions/acknowledged", { notifications: honoured, _meta });
    const stop = context.notices.listen({
      viewer: call,
      peer: peerOf(call),
      wantsResource: (uri) => resources.has(uri),
      deliver: (method, told) => {
        if (methods.has(method) || method === "notifications/resources/updated") answer.notify(method, { ...told, _meta });
      },
    });
    if (resources.size > 0) watchResources(call, resources);
    await new Promise<void>((resolve) => {
      for (const signal of [answer.gone, context.closing, context.leaving(call.principal.workspaceId)]) {
        if (signal.aborted) resolve();
        signal.addEventListener("abort", () => resolve(), { once: true });
      }
    });
    stop();
  } finally {
    entered.value.leave();
  }
  if (!answer.gone.aborted) answer.result({ resultType: "complete", _meta });
  return undefined;
}

/** Subscribes at the upstreams where policy allows it. Failures are ignored: the client then receives nothing. */
function watchResources(call: McpCall, resources: ReadonlySet<string>): void {
  const watch = async (): Promise<void> => {
    for (const uri of resources) {
      const upstream = await ownerOf(call, "resources/subscribe", { uri });
      // Does not wait for an approval; the subscription begins when it is approved.
      if (upstream) await subscribe(call, upstream, uri, 0).catch(() => undefined);
    }
  };
  watch().catch((error: unknown) => call.context.log("warn", "resources are not watched", { error }));
}
