import type { JsonObject } from "@countersign/protocol";
import { payloadConnector } from "../../../packages/server/src/tools/connectors/content/payload/payload-connector.ts";
import { payloadSource } from "../../../packages/server/src/tools/connectors/content/payload/payload-source.ts";
import type { PayloadConnection } from "../../../packages/server/src/tools/connectors/content/payload/settings.ts";
import { openConnection } from "../../../packages/server/test/connectors/support.ts";
import type { SourceWorld } from "../../../packages/server/test/content/source-contract.ts";
import { startPayload, type RunningPayload } from "../src/start-payload.ts";
import { settingsOf } from "./site.ts";

/** The server's connection to the site. */
export const connect = (
  site: RunningPayload,
  { apiKey = site.apiKey, ...settings }: { apiKey?: string; url?: string; collections?: object[]; languages?: string[] } = {},
): PayloadConnection => openConnection(payloadConnector, { ...settingsOf(site), ...settings }, { apiKey });

export interface Answer {
  status: number;
  body: any;
}

/** Calls Payload's REST API directly. */
export async function ask(
  site: RunningPayload,
  method: string,
  path: string,
  body?: unknown,
  key: string | null = site.apiKey,
): Promise<Answer> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${site.url}/api${path}`, {
    method,
    headers: {
      ...(key !== null && { authorization: `users API-Key ${key}` }),
      ...(body !== undefined && !isForm && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

/** Edits an element without Countersign, as Payload's own pages would; field names must match Payload's. */
export async function editByHand(site: RunningPayload, id: string, set: JsonObject): Promise<void> {
  const [collection, own] = id.split("__");
  const isPage = collection === "pages";
  const data = isPage ? { ...set, _status: "draft" } : set;
  const { status, body } = await ask(site, "PATCH", `/${collection}/${own}?locale=en${isPage ? "&draft=true" : ""}`, data);
  if (status !== 200) throw new Error(JSON.stringify(body));
}

/** A new site with its sample content, for the content source contract. */
export async function openPayloadWorld(databaseUrl?: string): Promise<SourceWorld> {
  const site = await startPayload(databaseUrl === undefined ? {} : { databaseUrl });
  const look = { workspaceId: "ws_test" };
  return {
    source: payloadSource(connect(site)),
    look,
    object: {
      kind: "object",
      id: "products__3",
      one: { weight: 7, status: "retired" },
      two: { weight: 8, status: "sold" },
      bad: { price: { amount: "12,50", currency: "EUR" } },
    },
    asset: { kind: "asset", id: "media__1", one: { copyright: "One" }, two: { copyright: "Two" }, bad: { copyright: 5 } },
    document: {
      kind: "document",
      id: "pages__1",
      one: { title: "One", targetGroups: ["press"] },
      two: { title: "Two", targetGroups: ["partners"] },
      bad: { blocks: [{ id: "a", type: "nothing" }] },
    },
    tags: ["tags__6", "tags__7"],
    relation: "image",
    writing: (work) => work({ ...look, actionId: null, signal: AbortSignal.timeout(30_000) }),
    editOutside: (_kind, id, set) => editByHand(site, id, set),
    close: site.close,
  };
}
