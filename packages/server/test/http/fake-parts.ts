import { inspect } from "node:util";
import { Registry } from "prom-client";
import { ok } from "../../src/core/refusal.ts";
import type { Engine } from "../../src/ports/engine.ts";
import { createApp, type AppOptions } from "../../src/http/app.ts";
import type { Route } from "../../src/http/route.ts";
import type { Authentication } from "../../src/identity/authenticate.ts";
import type { Identity } from "../../src/identity/identity.ts";
import type { OAuth } from "../../src/identity/oauth/create-oauth.ts";
import type { NotificationDevices } from "../../src/features/notifications/notification-devices.ts";
import type { NotificationAccounts } from "../../src/features/notifications/notification-accounts.ts";
import type { NotificationLog } from "../../src/features/notifications/notification-log.ts";
import type { Presses } from "../../src/features/notifications/presses.ts";
import type { Chats } from "../../src/features/chat/chats.ts";
import type { ContentAdmin } from "../../src/features/content/content-admin.ts";
import type { StudioAdmin } from "../../src/features/studio/studio-admin.ts";
import type { ConnectionAdmin } from "../../src/ports/connection-admin.ts";
import type { UpstreamAdmin } from "../../src/ports/upstream-admin.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { featuresOver } from "./all-routes.ts";

/*
 * Fakes of the engine and the identity, for tests of what HTTP adds: mapping, refusals, framing. Tests on the real server cover
 * the gate's guarantees.
 */

export interface Called {
  name: string;
  args: unknown[];
}

/** Functions of the engine that a test implements. All others record that they were called. */
export type FakeEngine = { [Port in keyof Engine]?: Partial<Engine[Port]> };

/** Every port records its calls as `port.function`. */
const recordingEngine = (given: FakeEngine, calls: Called[]): Engine =>
  new Proxy(given as Engine, {
    get: (target, port) => recording(Reflect.get(target, port) ?? {}, calls, `${String(port)}.`),
  });

/** A function that is not given records the call and returns `{called: name}`, or `[]` for lists. */
function recording<T extends object>(given: Partial<T>, calls: Called[], prefix = ""): T {
  return new Proxy(given as T, {
    get: (target, name) =>
      Reflect.get(target, name) ??
      ((...args: unknown[]) => {
        const full = `${prefix}${String(name)}`;
        calls.push({ name: full, args });
        return Promise.resolve(ok(full === "tools.list" || full.startsWith("list") ? [] : { called: full }));
      }),
  });
}

export const PRINCIPALS = ["viewer", "approver", "admin", "agent", "worker"] as const;
export type PrincipalName = (typeof PRINCIPALS)[number];
export const WORKSPACE = "ws1";

export function signedIn(
  name: PrincipalName,
  via: "cookie" | "bearer" = "bearer",
): Extract<Authentication, { kind: "principal" }> {
  const isKey = name === "agent" || name === "worker";
  return {
    kind: "principal",
    via,
    needsPassword: false,
    principal: { kind: isKey ? name : "user", id: name, name, workspaceId: WORKSPACE, role: isKey ? null : name, groups: [] },
    workspaces: isKey ? [] : [{ id: WORKSPACE, name: "One", role: name }],
  };
}

export const isPrincipal = (name: string | undefined): name is PrincipalName => PRINCIPALS.some((each) => each === name);

/** Authenticates the principal named by the bearer token or by the cookie `session`. */
export async function authenticateByName(request: Request, workspaceId?: string | null): Promise<Authentication> {
  const authorization = request.headers.get("authorization");
  const name =
    authorization === null
      ? /session=(\w+)/.exec(request.headers.get("cookie") ?? "")?.[1]
      : authorization.replace("Bearer ", "");
  if (name === undefined) return { kind: "none" };
  if (!isPrincipal(name)) return { kind: "invalid" };
  if (workspaceId !== undefined && workspaceId !== null && workspaceId !== WORKSPACE) return { kind: "not_a_member" };
  return signedIn(name, authorization === null ? "cookie" : "bearer");
}

export interface FakeOptions extends Partial<Omit<AppOptions, "engine" | "identity">> {
  engine?: FakeEngine;
  identity?: Partial<Identity>;
}

export async function startFakeApp({ engine = {}, identity = {}, ...more }: FakeOptions = {}) {
  const calls: Called[] = [];
  const logged: string[] = [];
  const app = createApp({
    engine: recordingEngine(engine, calls),
    identity: recording<Identity>(
      {
        authenticate: authenticateByName,
        authenticateUrgently: identity.authenticate ?? authenticateByName,
        isFirstWorkspace: async () => true,
        oauth: recording<OAuth>({ accepts: ["registration"] }, calls, "oauth."),
        ...identity,
      },
      calls,
    ),
    settings: { publicUrl: "http://localhost:7420", allowedHosts: ["localhost", "127.0.0.1"] },
    publicFolder: await tempFolder("inbox"),
    metrics: new Registry(),
    readiness: async () => ({ ready: true }),
    log: (_level, message, details) => logged.push(message, inspect(details)),
    features: featuresOver({
      content: recording<ContentAdmin>({}, calls, "content."),
      studio: recording<StudioAdmin>({}, calls, "studio."),
      chat: recording<Chats>({ follow: () => () => undefined }, calls, "chat."),
      notifications: recording<NotificationLog>({}, calls, "notifications."),
      accounts: recording<NotificationAccounts>({}, calls, "accounts."),
      devices: recording<NotificationDevices>({}, calls, "devices."),
      presses: recording<Presses>({}, calls, "presses."),
      upstreams: recording<UpstreamAdmin>({}, calls, "upstreams."),
      connections: recording<ConnectionAdmin>({}, calls, "connections."),
    }),
    ...more,
  });
  const send = (method: string, path: string, by?: string, body?: unknown, headers: Record<string, string> = {}) =>
    app.request(path, {
      method,
      headers: {
        ...(by !== undefined && { authorization: `Bearer ${by}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
  return { app, calls, logged, send };
}

/** The route's path with every parameter filled in. */
export const addressOf = ({ path }: Route): string => path.replace(/\{\w+\}/g, "some-id");
