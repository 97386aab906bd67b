import type {
  ChangeConnection,
  Connection,
  ConnectionTestResult,
  ConnectorKind,
  CreateConnection,
} from "@countersign/protocol";
import { hasRole, type Principal } from "../core/principal.ts";
import { refuse, type Result } from "../core/refusal.ts";

/** Administration of connections. */
export interface ConnectionAdmin {
  connectors(by: Principal): Promise<Result<ConnectorKind[]>>;
  list(by: Principal): Promise<Result<Connection[]>>;
  create(by: Principal, request: CreateConnection): Promise<Result<Connection>>;
  change(by: Principal, id: string, request: ChangeConnection): Promise<Result<Connection>>;
  remove(by: Principal, id: string): Promise<Result<{ id: string }>>;
  /** Asks the service which account the credentials belong to. */
  test(by: Principal, id: string, signal: AbortSignal): Promise<Result<ConnectionTestResult>>;
  /** Returns the service's consent page, which redirects the person to `redirectUri` afterwards. */
  authorize(by: Principal, id: string, redirectUri: string): Promise<Result<{ url: string }>>;
  /** Exchanges the service's answer, the query string it appended to `redirectUri`, for credentials. */
  finishAuthorization(by: Principal, query: string, redirectUri: string, signal: AbortSignal): Promise<Result<Connection>>;
}

export const refuseOthers = (by: Principal): Result<never> | undefined =>
  hasRole(by, "admin") ? undefined : refuse("FORBIDDEN", "Only an administrator can read and change connections.");
