import { isJsonObject, type Json, type JsonObject } from "@countersign/protocol";
import { unlistedFor } from "../../core/client-needs.ts";
import { ASKABLE, NotListed } from "../../core/not-offered.ts";
import { RpcError, type RpcResult } from "../../core/json-rpc.ts";
import type { UpstreamExchange } from "../../ports/upstreams.ts";
import {
  isListed,
  isRequestMethod,
  isRequestSource,
  knownParams,
  requestSourceOf,
  upstreamSourceOf,
  type Listed,
} from "../../core/upstream-requests.ts";
import type { Log } from "../../ports/log.ts";
import { LISTS, readList, type ListMethod } from "../../engine/catalog/read-upstream-list.ts";
import { AnsweredFailure, OutcomeUnknown, ToolFailure, type LargeResult, type ToolProvider } from "../../ports/tool.ts";
import { AnswerLost, AnswerTooLarge } from "./rpc-peer.ts";
import { startOfAnswer, storedResult, tooLargeResult, type ResultPlace } from "./large-result.ts";
import { settleResult } from "./settle-result.ts";
import type { SupervisedUpstream } from "./supervised-upstream.ts";
import type { UpstreamSet } from "./upstream-set.ts";

const MAX_WORDS = 2000;

/** See `Gateway.noteClientNeed`. */
export type NoteClientNeed = (
  upstream: { workspaceId: string; source: string },
  ownName: string,
  need: string,
) => Promise<void>;

/**
 * Runs approved calls at their upstreams, in the session of the agent that proposed them. An upstream's request for input is
 * refused, unless the agent's client still waits for this call.
 */
export const createProvider = (set: UpstreamSet, log: Log, noteClientNeed: NoteClientNeed): ToolProvider => ({
  sources: () => set.onlineSources().flatMap((source) => [source, requestSourceOf(source)]),
  isLoading: (workspaceId) => set.ofWorkspace(workspaceId).some(({ status }) => status === "starting"),
  async execute(source, toolName, upstreamName, input, { signal, actionId, proposedBy }) {
    const upstream = set.ofSource(upstreamSourceOf(source));
    if (!upstream)
      throw new ToolFailure("handler", `The upstream of ${toolName} is no longer configured. The upstream received nothing.`);
    const asked = isRequestSource(source) && isRequestMethod(upstreamName) ? upstreamName : undefined;
    const method = asked ?? "tools/call";
    const params: JsonObject = asked ? knownParams(asked, input) : { name: upstreamName, arguments: input };
    const { peer, beside } = set.callerOf(actionId, proposedBy.id, upstream);
    let refused: string | undefined;
    const notes: Promise<void>[] = [];
    const note = (need: string): void => {
      if (!asked) notes.push(noteClientNeed(upstream, upstreamName, need));
    };
    const exchange = {
      ...beside,
      signal,
      peer,
      onRefused(what: string) {
        refused ??= ASKABLE.get(what);
        if (what !== "roots/list") note(ASKABLE.get(what) ?? what);
      },
    };
    const place = { name: upstream.name, actionId, maxResultMebibytes: upstream.spec.limits.maxResultMebibytes };
    try {
      if (asked && !(await isListed(asked, params, listsOf(upstream, { signal, peer }, log))))
        throw new ToolFailure("handler", `${upstream.name} does not list this. The request was not sent.`);
      const first = await upstream.request(method, params, exchange);
      const result = await settleResult(upstream, method, params, first, exchange);
      return readResult(result, place, refused);
    } catch (error) {
      if (error instanceof NotListed) note(unlistedFor(error.declared));
      if (error instanceof AnswerTooLarge) return endUnread(error, place);
      if (error instanceof AnswerLost) throw new OutcomeUnknown(error.message);
      if (error instanceof RpcError)
        throw new ToolFailure(
          "handler",
          inVain(upstream.name, refused) +
            (error.message.slice(0, MAX_WORDS) || `${upstream.name} answered with error ${error.code}.`),
        );
      throw error;
    } finally {
      // Stored before the action ends, so that the next call of this tool finds what it needs of a client.
      await Promise.all(notes);
    }
  },
});

/** Lists of the session that the request uses: a server may list more to one session. A list that cannot be read is empty. */
function listsOf(upstream: SupervisedUpstream, exchange: UpstreamExchange, log: Log): Listed {
  const read = (method: ListMethod) => (): Promise<JsonObject[]> =>
    isJsonObject(upstream.capabilities[LISTS[method].capability])
      ? readList(upstream, method, exchange, log).catch(() => [])
      : Promise.resolve([]);
  return { resources: read("resources/list"), templates: read("resources/templates/list"), prompts: read("prompts/list") };
}

/** Introduction to the server's error: a server whose request was refused seldom explains that. Empty if none was refused. */
const inVain = (name: string, refused: string | undefined): string =>
  refused === undefined
    ? ""
    : `${name} asked for ${refused} during the call, and no client could answer. The server then reported: `;

function readResult(result: RpcResult, place: ResultPlace, refused: string | undefined): Json | LargeResult {
  const stored = storedResult(result, place);
  if (result["isError"] !== true) return stored;
  const words = wordsOf(result) || `${place.name} reported that the call failed.`;
  throw new AnsweredFailure(inVain(place.name, refused) + words, stored);
}

/** Result of a call that ran but whose response was too large. Throws `AnsweredFailure` if the response is an error. */
function endUnread({ skipped, isError }: AnswerTooLarge, place: ResultPlace): Json {
  const result = tooLargeResult(startOfAnswer(skipped.start), skipped.bytes, place);
  if (!isError) return result;
  throw new AnsweredFailure(
    `${place.name} reported that the call failed, in ${skipped.bytes} bytes, which is too large to keep.`,
    result,
  );
}

const wordsOf = ({ content }: RpcResult): string =>
  (Array.isArray(content) ? content : [])
    .flatMap((block) =>
      isJsonObject(block) && block["type"] === "text" && typeof block["text"] === "string" ? block["text"] : [],
    )
    .join("\n")
    .slice(0, MAX_WORDS);
