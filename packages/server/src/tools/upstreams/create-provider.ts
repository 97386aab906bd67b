import { isJsonObject, type Json, type JsonObject } from "@countersign/protocol";
import { RpcError, type RpcResult } from "../../core/json-rpc.ts";
import type { UpstreamExchange } from "../../core/upstream-port.ts";
import {
  isListed,
  isRequestMethod,
  isRequestSource,
  knownParams,
  requestSourceOf,
  upstreamSourceOf,
  type Listed,
} from "../../core/upstream-requests.ts";
import type { Log } from "../../engine/deps.ts";
import { LISTS, readList, type ListMethod } from "../../engine/read-upstream-list.ts";
import { AnsweredFailure, OutcomeUnknown, ToolFailure, type ToolProvider } from "../../core/tool-port.ts";
import { AnswerLost } from "./connection.ts";
import { settleResult } from "./settle-result.ts";
import type { SupervisedUpstream } from "./supervised-upstream.ts";
import type { UpstreamSet } from "./upstream-set.ts";

const MAX_RESULT_BYTES = 1024 * 1024;
const MAX_WORDS = 2000;

/**
 * Runs approved calls at their upstreams, in the session of the agent that proposed them. An upstream that asks for input is refused,
 * unless the agent's client still waits for this very call.
 */
export const createProvider = (set: UpstreamSet, log: Log): ToolProvider => ({
  sources: () => set.onlineSources().flatMap((source) => [source, requestSourceOf(source)]),
  isLoading: (workspaceId) => set.ofWorkspace(workspaceId).some(({ status }) => status === "starting"),
  async execute(source, toolName, upstreamName, input, { signal, actionId, proposedBy }) {
    const upstream = set.ofSource(upstreamSourceOf(source));
    if (!upstream)
      throw new ToolFailure("handler", `The upstream of ${toolName} is not configured any more. It received nothing.`);
    const asked = isRequestSource(source) && isRequestMethod(upstreamName) ? upstreamName : undefined;
    const method = asked ?? "tools/call";
    const params: JsonObject = asked ? knownParams(asked, input) : { name: upstreamName, arguments: input };
    const { peer, beside } = set.callerOf(actionId, proposedBy.id, upstream);
    const exchange = { ...beside, signal, peer };
    try {
      if (asked && !(await isListed(asked, params, listsOf(upstream, { signal, peer }, log))))
        throw new ToolFailure("handler", `${upstream.name} does not list this. It received nothing of the request.`);
      const first = await upstream.request(method, params, exchange);
      const result = await settleResult(upstream, method, params, first, exchange);
      return readResult(upstream.name, result);
    } catch (error) {
      if (error instanceof AnswerLost) throw new OutcomeUnknown(error.message);
      if (error instanceof RpcError)
        throw new ToolFailure(
          "handler",
          error.message.slice(0, MAX_WORDS) || `${upstream.name} answered with error ${error.code}.`,
        );
      throw error;
    }
  },
});

/** Of the connection the request runs over: a server may list more to one session. A list it cannot give is empty. */
function listsOf(upstream: SupervisedUpstream, exchange: UpstreamExchange, log: Log): Listed {
  const read = (method: ListMethod) => (): Promise<JsonObject[]> =>
    isJsonObject(upstream.capabilities[LISTS[method].capability])
      ? readList(upstream, method, exchange, log).catch(() => [])
      : Promise.resolve([]);
  return { resources: read("resources/list"), templates: read("resources/templates/list"), prompts: read("prompts/list") };
}

function readResult(name: string, result: RpcResult): Json {
  const bytes = Buffer.byteLength(JSON.stringify(result));
  const isTooLarge = bytes > MAX_RESULT_BYTES;
  const kept: JsonObject = isTooLarge
    ? {
        content: [
          {
            type: "text",
            text: `The call ran. The answer of ${name} has ${bytes} bytes; more than ${MAX_RESULT_BYTES} are not kept. Do not repeat the call for it.`,
          },
        ],
      }
    : result;
  if (result["isError"] !== true) return kept;
  throw new AnsweredFailure(wordsOf(result) || `${name} says that the call failed.`, kept);
}

const wordsOf = ({ content }: RpcResult): string =>
  (Array.isArray(content) ? content : [])
    .flatMap((block) =>
      isJsonObject(block) && block["type"] === "text" && typeof block["text"] === "string" ? block["text"] : [],
    )
    .join("\n")
    .slice(0, MAX_WORDS);
