import { Registry } from "prom-client";
import type { EngineSettings } from "../../src/engine/deps.ts";
import type { Log } from "../../src/ports/log.ts";
import { createApp } from "../../src/http/app.ts";
import type { RequestLimits } from "../../src/http/request-limits.ts";
import { createIdentity } from "../../src/identity/identity.ts";
import { createSecretKeys } from "../../src/engine/secrets/secret-keys.ts";
import { createConnections } from "../../src/tools/connections/create-connections.ts";
import { ownRecords } from "../../src/tools/connections/own-records.ts";
import { sourceRecords } from "../../src/tools/connections/source-records.ts";
import { allConnectors } from "../../src/tools/connectors/all-connectors.ts";
import { renderTemplate } from "../../src/tools/connectors/content/templates/render-template.ts";
import { createChats } from "../../src/features/chat/create-chats.ts";
import { createScriptedModel } from "../../src/features/chat/models/scripted-model.ts";
import { createContent } from "../../src/features/content/create-content.ts";
import { createNotificationDevices } from "../../src/features/notifications/notification-devices.ts";
import { createNotificationAccounts } from "../../src/features/notifications/notification-accounts.ts";
import { createNotificationLog } from "../../src/features/notifications/notification-log.ts";
import { createPresses } from "../../src/features/notifications/presses.ts";
import { createStudio } from "../../src/features/studio/create-studio.ts";
import { createUpstreams } from "../../src/tools/upstreams/create-upstreams.ts";
import { UNCONFINED } from "../tools/upstreams/support.ts";
import { need, openGate, type Gate } from "../support/gate.ts";
import { featuresOver } from "./all-routes.ts";
import type { PrincipalName } from "./fake-parts.ts";
import { tempFolder } from "../support/temp-folder.ts";

export type Keys = Record<PrincipalName, string>;

/** The real app with two workspaces on one database, with a key for every kind of caller in each. */
export async function openRealApp({ limits, settings }: { limits?: RequestLimits; settings?: Partial<EngineSettings> } = {}) {
  const ours = await openGate("any", { started: false, ...(settings && { settings }) });
  const theirs = await openGate("any", { started: false, database: ours.database });
  const publicUrl = "http://localhost:7420";
  /** Metadata documents of OAuth clients, by address. */
  const documents = new Map<string, string>();
  const identity = createIdentity({
    database: ours.database,
    secrets: ["x".repeat(32)],
    baseUrl: publicUrl,
    oauth: {
      accepts: ["documents", "registration"],
      fetchDocument: async (url) => ({ status: documents.has(url) ? 200 : 404, text: documents.get(url) ?? "" }),
    },
  });
  const faults: unknown[] = [];
  const log: Log = (level, message, details) => void (level === "error" && faults.push(message, details));
  const { database, bareEngine: engine } = ours;
  let keyText: string | undefined;
  const keys = createSecretKeys([], {
    path: "secret.key",
    read: async () => keyText,
    write: async (text) => void (keyText = text),
  });
  const gateway = createUpstreams({
    database,
    keys,
    configured: [],
    log,
    syncTools: engine.upstreamTools.sync,
    noteClientNeed: engine.gateway.noteClientNeed,
    sandbox: UNCONFINED,
    onChange: engine.events.onChange,
  });
  const connections = createConnections({
    database,
    keys,
    connectors: allConnectors(sourceRecords(database), ownRecords(database)),
    registry: ours.registry,
    engine,
    log,
  });
  const studio = createStudio({ database, registry: ours.registry, engine, log });
  const folder = await tempFolder("assets");
  const content = createContent({ database, folder, render: renderTemplate });
  const chats = createChats({ database, engine, log, openModel: async () => createScriptedModel() });
  const { channels } = connections;
  const notifications = createNotificationLog({ database, engine, channels, wake: () => undefined });
  const presses = createPresses({ database, engine, channels, log, readButton: () => undefined });
  const app = createApp({
    engine,
    identity,
    features: featuresOver({
      content: content.admin(engine),
      studio: studio.admin,
      chat: chats,
      notifications,
      accounts: createNotificationAccounts({ database, channels, ownPreference: notifications.ownPreference }),
      devices: createNotificationDevices({
        database,
        channels,
        publicUrl: () => publicUrl,
        ownPreference: notifications.ownPreference,
      }),
      presses,
      upstreams: gateway.admin,
      connections: connections.admin,
    }),
    settings: { publicUrl, allowedHosts: ["localhost"] },
    publicFolder: await tempFolder("inbox"),
    metrics: new Registry(),
    ...(limits && { limits }),
    readiness: async () => ({ ready: true }),
    log,
  });

  async function makeKeys({ people: { admin, approver, viewer } }: Gate): Promise<Keys> {
    const make = async (by: typeof admin, kind: "user" | "agent" | "worker") =>
      need(await identity.createKey(by, { kind, name: `key of ${kind}` })).key;
    const decides = async (by: typeof admin) => {
      const { id, key } = need(await identity.createKey(by, { kind: "user", name: "user" }));
      await database.kysely.updateTable("apiKey").set({ scope: "decide" }).where("id", "=", id).execute();
      return key;
    };
    return {
      viewer: await decides(viewer),
      approver: await decides(approver),
      admin: await decides(admin),
      agent: await make(admin, "agent"),
      worker: await make(admin, "worker"),
    };
  }

  const send = (method: string, path: string, key?: string, body?: unknown) =>
    app.request(path, {
      method,
      headers: {
        ...(key && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  /** Sends as a person who signed in, for routes that accept no token. */
  async function sendSignedIn(userId: string, method: string, path: string, body: unknown): Promise<Response> {
    const token = await identity.createSignInLink(userId);
    const headers = { "content-type": "application/json", origin: publicUrl };
    const signedIn = await identity.handler(
      new Request(`${publicUrl}/api/auth/sign-in/link`, { method: "POST", headers, body: JSON.stringify({ token }) }),
    );
    const cookie = signedIn.headers.getSetCookie().map((one) => one.split(";", 1)[0]);
    return app.request(path, { method, headers: { ...headers, cookie: cookie.join("; ") }, body: JSON.stringify(body) });
  }

  /** What a client that registered here asks for in the person's browser. */
  async function oauthRequest() {
    const redirectUri = "https://client.example/callback";
    const { client_id: clientId } = need(await identity.oauth!.register({ redirect_uris: [redirectUri] }));
    const challenge = { code_challenge: "c".repeat(43), code_challenge_method: "S256" };
    return { response_type: "code", client_id: clientId, redirect_uri: redirectUri, ...challenge };
  }

  return {
    sendSignedIn,
    oauthRequest,
    documents,
    ours,
    theirs,
    identity,
    ourKeys: await makeKeys(ours),
    theirKeys: await makeKeys(theirs),
    app,
    send,
    /** Unexpected faults that the app logged. */
    faults,
    async close() {
      await gateway.stop();
      await presses.stop();
      await connections.stop();
      await studio.stop();
      await chats.close();
      await theirs.engine.stop(1);
      await identity.close();
      await ours.close();
    },
  };
}
