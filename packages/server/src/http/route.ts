import type { ErrorCode } from "@countersign/protocol";
import type { z } from "zod";
import type { Principal } from "../core/principal.ts";
import type { Result } from "../core/refusal.ts";
import type { Engine } from "../ports/engine.ts";
import type { OpenStreams } from "../transport/open-streams.ts";
import type { Identity } from "../identity/identity.ts";
import type { RouteAccess } from "./audience.ts";
import type { ClientAddress } from "./client-address.ts";
import type { CountFailure, SignedIn } from "./identify.ts";
import type { KeyFailures } from "./key-failures.ts";
import type { LiveFeeds } from "./live/live-feeds.ts";
import type { Metrics } from "./metrics.ts";
import type { RequestLimits } from "./request-limits.ts";
import type { Readiness, Settings } from "./settings.ts";

/** Names of path parameters: `/api/tools/{name}` gives `name`. */
type PathNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;

export interface Parts {
  engine: Engine;
  identity: Identity;
  feeds: LiveFeeds;
  metrics: Metrics;
  limits: RequestLimits;
  keyFailures: KeyFailures;
  streams: OpenStreams;
  clientAddress: ClientAddress;
  readiness: Readiness;
  settings: Settings;
  /** Names of the features that this server runs. */
  features: readonly string[];
}

/** An authenticated request with validated input. */
export interface RouteCall<Names extends string = string, Query = unknown, Body = unknown> extends Parts {
  request: Request;
  principal: Principal;
  /** The principal and details of its credential; undefined on a public route. */
  caller: SignedIn | undefined;
  /** Channel recorded with decisions: `inbox`, `embed`, `cli` or `api`. */
  channel: string;
  params: Record<Names, string>;
  query: Query;
  body: Body;
  /** Aborted when the client disconnects or the server stops, as long as `run` has not settled. */
  signal: AbortSignal;
  /** For a response that outlives `run`: aborted when the server stops. */
  closing: AbortSignal;
  /** Whether the client's address is a loopback address; true if the address is unknown. */
  fromLoopback: boolean;
  /** The client's address; undefined if it is unknown. */
  address: string | undefined;
  /** Passed to `identify` by routes that authenticate their caller themselves. */
  countFailure: CountFailure;
  /** Whether the credential is still valid, for an answer that had to wait. */
  isStillValid(): Promise<boolean>;
}

export interface ResponseSpec {
  description: string;
  /** JSON of this shape. If absent, the response has no body, or one of `contentType`. */
  schema?: z.ZodType;
  contentType?: string | readonly string[];
}

interface RouteData extends RouteAccess {
  method: NonNullable<RouteAccess["method"]>;
  path: string;
  summary: string;
  tag: string;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** Maximum size of the body. Default: 1 MiB. */
  bodyBytes?: number;
  /** Responses by status. The first one is the success, unless `statusOf` chooses or `run` returns a `Response`. */
  answers: Record<number, ResponseSpec>;
  /** Additional error codes; those that follow from the route's shape are added automatically. */
  problems?: readonly ErrorCode[];
}

export interface Route extends RouteData {
  run(call: RouteCall): Promise<Result<unknown> | Response>;
  /** Chooses among several successful statuses. */
  statusOf?(value: unknown): number;
}

/** Removes undefined: a value from JSON or a URL is present or its key is absent. */
type Sent<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Types `run` by the route's path, query and body. Code that iterates over routes does not need these types. */
export function route<
  const P extends string,
  Value,
  Q extends z.ZodObject = z.ZodObject<Record<never, never>>,
  B extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(
  data: Omit<RouteData, "query" | "body" | "path"> & {
    path: P;
    query?: Q;
    body?: B;
    run(call: RouteCall<PathNames<P>, Sent<z.output<Q>>, Sent<z.output<B>>>): Promise<Result<Value> | Response>;
    statusOf?(value: Value): number;
  },
): Route {
  return data as unknown as Route;
}
