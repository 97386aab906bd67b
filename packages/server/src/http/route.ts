import type { ErrorCode } from "@countersign/protocol";
import type { z } from "zod";
import type { Chats } from "../core/chats.ts";
import type { ConnectionAdmin } from "../core/connection-admin.ts";
import type { ContentAdmin } from "../core/content-admin.ts";
import type { Principal } from "../core/principal.ts";
import type { Result } from "../core/refusal.ts";
import type { StudioAdmin } from "../core/studio-admin.ts";
import type { UpstreamAdmin } from "../core/upstream-admin.ts";
import type { Engine } from "../engine/engine.ts";
import type { OpenStreams } from "../engine/open-streams.ts";
import type { Identity } from "../identity/identity.ts";
import type { RouteAccess } from "./audience.ts";
import type { ClientAddress } from "./client-address.ts";
import type { CountFailure, SignedIn } from "./identify.ts";
import type { KeyFailures } from "./key-failures.ts";
import type { LiveFeeds } from "./live/live-feeds.ts";
import type { Metrics } from "./metrics.ts";
import type { RequestLimits } from "./request-limits.ts";
import type { Readiness, Settings } from "./settings.ts";

/** Names between braces in a path: `/api/tools/{name}` gives `name`. */
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
  upstreams: UpstreamAdmin;
  connections: ConnectionAdmin;
  content: ContentAdmin;
  studio: StudioAdmin;
  chats: Chats;
}

/** A request after its reader: who asks, and input that is already valid. */
export interface RouteCall<Names extends string = string, Query = unknown, Body = unknown> extends Parts {
  request: Request;
  principal: Principal;
  /** The principal with what else is known of its credential; `undefined` on a public route. */
  caller: SignedIn | undefined;
  /** `inbox`, `cli` or `api`: where a decision came from, for the record. */
  channel: string;
  params: Record<Names, string>;
  query: Query;
  body: Body;
  /** While `run` works: aborted when the client goes away or the server stops. */
  signal: AbortSignal;
  /** For an answer that lasts longer than `run`: aborted when the server stops. */
  closing: AbortSignal;
  /** True when the other end of the connection is this machine, as far as that is known. */
  fromLoopback: boolean;
  /** For a route that identifies its caller by itself. */
  countFailure: CountFailure;
}

export interface ResponseSpec {
  description: string;
  /** JSON of this shape; without it the answer has no body, or one of `contentType`. */
  schema?: z.ZodType;
  contentType?: string;
}

interface RouteData extends RouteAccess {
  method: NonNullable<RouteAccess["method"]>;
  path: string;
  summary: string;
  tag: string;
  query?: z.ZodObject;
  body?: z.ZodObject;
  /** The most its body may have, where that is not a mebibyte. */
  bodyBytes?: number;
  /** The first one is what a successful call answers, unless `run` gives a whole `Response`. */
  answers: Record<number, ResponseSpec>;
  /** Codes that are special to this route; those that follow from its shape are added by themselves. */
  problems?: readonly ErrorCode[];
}

export interface Route extends RouteData {
  run(call: RouteCall): Promise<Result<unknown> | Response>;
  /** Chooses between several successful answers. */
  statusOf?(value: unknown): number;
}

/** What was not sent is not there; nothing that came as JSON or in an address is `undefined`. */
type Sent<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** Types `run` by the route's own path, query and body; the loops that read routes need none of that. */
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
