import type { UpstreamRow } from "../../store/statements/upstreams.ts";
import { maskAddress } from "./mask-arguments.ts";
import type { HeaderSeal } from "./seal-headers.ts";
import type { UpstreamSpec } from "./upstream-spec.ts";

/** An upstream an administrator added. Headers that this process can not open are a problem of it, and it stays offline. */
export function specOfRow(row: UpstreamRow, seal: HeaderSeal): UpstreamSpec {
  const {
    workspaceId,
    name,
    transport,
    url,
    allowPrivate,
    trust,
    prefix,
    era,
    enabled,
    sharing,
    maxConnections,
    allowQuestions,
    headerNames,
  } = row;
  const headers = row.sealedHeaders === null ? {} : seal.open(row.sealedHeaders, { workspaceId, name });
  return {
    workspaceId,
    name,
    origin: "admin",
    target: { transport, url, headers: headers ?? {}, allowPrivate },
    shownTarget: maskAddress(url),
    headerNames,
    secrets: Object.values(headers ?? {}),
    trust,
    prefix,
    era,
    enabled,
    sharing,
    maxConnections,
    allowQuestions,
    tools: {},
    ...(headers === undefined && {
      blockedBy: "has headers that this process can not open: its COUNTERSIGN_SECRET is another one. Set the headers again.",
    }),
  };
}
