import type { UpstreamServer } from "@countersign/protocol";
import { maskAddress } from "../../core/mask-arguments.ts";
import type { SupervisedUpstream } from "./supervised-upstream.ts";

/** Maximum withheld tools listed; of thousands beyond `maxTools`, the count suffices. */
const MAX_SHOWN_WITHHELD = 200;

/** An upstream as administrators see it. */
export function toWire(upstream: SupervisedUpstream): UpstreamServer {
  const { spec, greeting } = upstream;
  const { target } = spec;
  const isHttp = target.transport !== "stdio";
  return {
    name: spec.name,
    transport: target.transport,
    url: isHttp ? maskAddress(spec.shownTarget) : null,
    command: isHttp ? null : spec.shownTarget,
    sandbox: upstream.sandbox,
    headerNames: spec.headerNames,
    unmasked: [...(spec.unmasked ?? [])],
    origin: spec.origin,
    trust: spec.trust,
    prefix: spec.prefix,
    allowPrivate: isHttp && target.allowPrivate,
    status: upstream.status,
    problem: upstream.problem,
    enabled: spec.enabled,
    sharing: spec.sharing,
    maxConnections: spec.maxConnections,
    connectionCount: upstream.peerCount,
    allowQuestions: spec.allowQuestions,
    ...spec.limits,
    era: spec.era,
    protocolVersion: greeting?.protocolVersion ?? null,
    serverInfo: greeting?.serverInfo ?? null,
    instructions: greeting?.instructions ?? null,
    toolCount: upstream.toolCount,
    withheldCount: upstream.withheld.length,
    withheld: upstream.withheld.slice(0, MAX_SHOWN_WITHHELD).map(({ name, reasons }) => ({ name, reasons })),
    since: upstream.since.toISOString(),
    restarts: upstream.restarts,
  };
}
