import type { ChangeUpstream, CheckUpstream, CreateUpstream, UpstreamCheck, UpstreamServer } from "@countersign/protocol";
import type { Principal } from "../core/principal.ts";
import type { Result } from "../core/refusal.ts";

/** Administration of upstreams. Those of the configuration file can be changed only there. */
export interface UpstreamAdmin {
  /** Whether the configuration file has the upstream. */
  isInFile(by: Principal, name: string): Promise<boolean>;
  list(by: Principal): Promise<Result<UpstreamServer[]>>;
  create(by: Principal, request: CreateUpstream): Promise<Result<UpstreamServer>>;
  change(by: Principal, name: string, request: ChangeUpstream): Promise<Result<UpstreamServer>>;
  remove(by: Principal, name: string): Promise<Result<{ name: string }>>;
  /** Reconnects, only in the process that answers. */
  restart(by: Principal, name: string): Promise<Result<UpstreamServer>>;
  /** Tries a connection and stores nothing. */
  check(by: Principal, request: CheckUpstream, signal: AbortSignal): Promise<Result<UpstreamCheck>>;
}
