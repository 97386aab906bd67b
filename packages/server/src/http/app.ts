import { Hono } from "hono";
import type { Registry } from "prom-client";
import { refuse } from "../core/refusal.ts";
import { refuseFault } from "../core/refuse-fault.ts";
import type { Log } from "../ports/log.ts";
import type { Engine } from "../ports/engine.ts";
import { createOpenStreams, type OpenStreams } from "../transport/open-streams.ts";
import { logFault } from "../engine/log-fault.ts";
import type { Identity } from "../identity/identity.ts";
import { problemResponse } from "../transport/problem.ts";
import { createClientAddress } from "./client-address.ts";
import { docsPage } from "./docs-page.ts";
import type { Feature } from "./feature.ts";
import { guardHost, guardRequest } from "./guard-request.ts";
import { NO_KEY_FAILURES, type KeyFailures } from "./key-failures.ts";
import { createLiveFeeds } from "./live/live-feeds.ts";
import { createMetrics } from "./metrics.ts";
import { mountOAuth } from "./mount-oauth.ts";
import { mountRoutes, type App } from "./mount-routes.ts";
import { describeApi } from "./openapi.ts";
import { limitBody } from "./read-body.ts";
import { NO_REQUEST_LIMITS, type RequestLimits } from "./request-limits.ts";
import { GATE_ROUTES } from "./routes.ts";
import { securityHeaders } from "./security-headers.ts";
import { serveGuide } from "./serve-guide.ts";
import { serveInbox } from "./serve-inbox.ts";
import type { Readiness, Settings } from "./settings.ts";
import { createStaticFiles } from "./static-files.ts";

export interface AppOptions {
  engine: Engine;
  identity: Identity;
  /** Default: the gate alone. */
  features?: readonly Feature[];
  settings: Settings;
  /** Folder with the built inbox, and the guide below `docs/guide`. */
  publicFolder: string;
  metrics: Registry;
  /** Default: no request limits. */
  limits?: RequestLimits;
  /** Default: requests with unknown keys are not limited. */
  keyFailures?: KeyFailures;
  /** Default: no limit on open streams per credential. */
  streams?: OpenStreams;
  readiness: Readiness;
  log: Log;
}

/** The whole HTTP surface. `listen` puts it on a port; a test calls `request()`. */
export function createApp(options: AppOptions): App {
  const {
    engine,
    identity,
    features = [],
    settings,
    publicFolder,
    metrics: registry,
    limits = NO_REQUEST_LIMITS,
    keyFailures = NO_KEY_FAILURES,
    streams = createOpenStreams(),
    readiness,
    log,
  } = options;
  const metrics = createMetrics(registry);
  const routes = [...GATE_ROUTES, ...features.flatMap((feature) => feature.routes)];
  const feeds = createLiveFeeds(engine, identity, log);
  const files = createStaticFiles(publicFolder);
  const clientAddress = createClientAddress(settings.trustedProxies ?? []);
  const app: App = new Hono();

  app.use(securityHeaders(settings.embedOrigins));
  app.use(async (context, next) => {
    const startedAt = performance.now();
    await next();
    metrics.observeRequest(
      context.req.method,
      context.get("route") ?? "other",
      context.res.status,
      (performance.now() - startedAt) / 1000,
    );
  });
  app.use(async (context, next) => {
    const refusal = guardHost(context.req.raw, settings);
    return refusal ? problemResponse(refusal) : next();
  });
  const { oauth } = identity;
  if (oauth) mountOAuth(app, { oauth, publicUrl: settings.publicUrl, keyFailures, clientAddress });
  app.use(async (context, next) => {
    const refusal = guardRequest(context.req.raw, settings);
    return refusal ? problemResponse(refusal) : next();
  });

  mountRoutes(app, routes, {
    engine,
    identity,
    feeds,
    metrics,
    limits,
    keyFailures,
    streams,
    clientAddress,
    readiness,
    settings,
    features: features.map(({ name }) => name),
  });
  app.all("/api/auth/*", async (context) => {
    context.set("route", "/api/auth/*");
    const limited = await limitBody(context.req.raw);
    return limited.ok
      ? identity.handler(limited.value, clientAddress(context.env?.incoming))
      : problemResponse(limited.refusal);
  });
  const description = JSON.stringify(describeApi(routes, settings.publicUrl));
  app.get("/openapi.json", (context) => context.body(description, 200, { "Content-Type": "application/json" }));
  app.get("/docs", (context) => context.html(docsPage(routes, settings.publicUrl)));

  app.notFound(async (context) => {
    const guide = await serveGuide(files, context.req.raw);
    const file = guide ?? (await serveInbox(files, context.req.raw));
    if (file) context.set("route", guide ? "guide" : "inbox");
    return file ?? problemResponse(refuse("NOT_FOUND", "There is nothing at this address.").refusal);
  });
  app.onError((error, context) => {
    logFault(log, "a request failed", error, { method: context.req.method, route: context.get("route") });
    return problemResponse(refuseFault(error));
  });
  return app;
}
