import { createHash } from "node:crypto";
import type { JsonObject } from "@countersign/protocol";
import { canonicalJson } from "../../core/canonical-json.ts";
import { isRequestMethod, requestSourceOf, requestTools } from "../../core/upstream-requests.ts";
import type { ToolUpstream, UpstreamTools } from "../../ports/catalog.ts";
import type { Log } from "../../ports/log.ts";
import { rememberSecrets } from "../../engine/secrets/known-secrets.ts";
import { checkHost } from "./check-address.ts";
import { createMask, SHORTEST_SECRET } from "../../core/mask-secrets.ts";
import { openTarget } from "./open-target.ts";
import type { CommandHost } from "./stdio-wire.ts";
import { superviseUpstream, type SupervisedUpstream } from "./supervised-upstream.ts";
import { sourceOf, type UpstreamSpec, type UpstreamTarget } from "./upstream-spec.ts";
import { MAX_MESSAGE_BYTES, WireFault } from "./wire.ts";

export type SyncTools = UpstreamTools["sync"];

export interface OpenUpstreamOptions {
  spec: UpstreamSpec;
  log: Log;
  host: CommandHost;
  syncTools: SyncTools;
  onNotice(upstream: SupervisedUpstream, method: string, params: JsonObject, peer?: string): void;
}

/** Connects one configured upstream and keeps it connected. */
export function openUpstream({ spec, log, host, syncTools, onNotice }: OpenUpstreamOptions): SupervisedUpstream {
  const mask = createMask(spec.secrets);
  rememberSecrets(sourceOf(spec), spec.secrets);
  const { unmasked = [] } = spec;
  if (unmasked.length > 0) {
    const details = { upstream: spec.name, names: unmasked };
    log("warn", `values of fewer than ${SHORTEST_SECRET} characters are not masked in what the upstream answers`, details);
  }
  return superviseUpstream({
    spec,
    sandbox: spec.target.transport === "stdio" ? host.sandbox.describe(spec.target) : null,
    mask,
    open: spec.blockedBy === undefined ? openTarget(spec.target, mask, host, maxMessageBytes(spec)) : refuse(spec.blockedBy),
    log,
    onNotice,
    async onTools({ capabilities }, tools) {
      const described = await describeForTools(spec);
      const requests = requestTools(capabilities);
      const synced = await syncTools({ ...described, toolSettings: ofTools(spec.tools) }, tools);
      if (requests.length === 0) return synced;
      const asRequests = { ...described, source: requestSourceOf(described.source), toolSettings: ofRequests(spec.tools) };
      const { withheld } = await syncTools(asRequests, requests);
      return { ...synced, withheld: [...synced.withheld, ...withheld] };
    },
  });
}

/** A server's tool that is named like a request method must not get that request's settings. */
const ofTools = (tools: UpstreamSpec["tools"]): UpstreamSpec["tools"] =>
  Object.fromEntries(Object.entries(tools).filter(([name]) => !isRequestMethod(name)));
const ofRequests = (tools: UpstreamSpec["tools"]): UpstreamSpec["tools"] =>
  Object.fromEntries(Object.entries(tools).filter(([name]) => isRequestMethod(name)));

const MEBIBYTE = 1024 * 1024;
/** Allowance for the JSON-RPC message around a result. */
const FRAME_BYTES = 64 * 1024;
/** The largest result that is kept must fit into a message. */
const maxMessageBytes = ({ limits }: UpstreamSpec): number =>
  Math.max(MAX_MESSAGE_BYTES, limits.maxResultMebibytes * MEBIBYTE + FRAME_BYTES);

const refuse = (why: string) => (): Promise<never> => Promise.reject(new WireFault(why, { wasNotTaken: true }));

export async function describeForTools(spec: UpstreamSpec): Promise<ToolUpstream> {
  const { workspaceId, name, prefix, trust, target, tools, limits } = spec;
  const isHttp = target.transport !== "stdio";
  return {
    workspaceId,
    name,
    source: sourceOf(spec),
    prefix,
    trust,
    transport: target.transport,
    authenticated: isHttp && Object.keys(target.headers).length > 0,
    ...(isHttp && { network: await checkHost(new URL(target.url), target.allowPrivate) }),
    toolSettings: tools,
    limits: { callSeconds: limits.callSeconds, maxTools: limits.maxTools },
  };
}

/** Hash of where a target points. Excludes headers and environment, which may change while the server stays the same. */
export function hashTarget(target: UpstreamTarget): string {
  const where: JsonObject =
    target.transport === "stdio"
      ? { transport: "stdio", command: target.command, args: [...target.args], cwd: target.cwd ?? null }
      : { transport: "http", url: target.url };
  return createHash("sha256").update(canonicalJson(where)).digest("hex");
}
