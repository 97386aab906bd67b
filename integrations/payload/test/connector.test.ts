// The connector contract on a real Payload; a proxy before it injects lost answers, faults and rate limits.
import type { JsonObject } from "@countersign/protocol";
import { payloadConnector } from "../../../packages/server/src/tools/connectors/content/payload/payload-connector.ts";
import { connectorContract, type World } from "../../../packages/server/test/connectors/contract.ts";
import { startFaultyServer } from "../../../packages/server/test/connectors/fakes/faulty-server.ts";
import { startPayload } from "../src/start-payload.ts";
import { settingsOf } from "./site.ts";

const WRITES = [
  "payload_propose_data_object_update",
  "payload_propose_asset_metadata_update",
  "payload_propose_document_update",
  "payload_propose_tag_assignment",
  "payload_propose_template",
  "payload_create_data_object",
  "payload_create_document",
  "payload_create_tag",
  "payload_upload_asset",
];

const isWrite = ({ method, url }: Request): boolean => method !== "GET" && !/\/access(\/|$)/.test(new URL(url).pathname);

const FORWARDED: readonly string[] = ["accept", "authorization", "content-type"];

connectorContract(payloadConnector, WRITES, async (): Promise<World> => {
  const site = await startPayload();
  let effects = 0;
  const proxy = await startFaultyServer({
    async handle(request) {
      const { pathname, search } = new URL(request.url);
      const { method } = request;
      const headers = [...request.headers].filter(([name]) => FORWARDED.includes(name));
      const body = method === "GET" ? undefined : await request.arrayBuffer();
      const answer = await fetch(`${site.url}${pathname}${search}`, { method, headers, ...(body?.byteLength && { body }) });
      const text = await answer.text();
      const { docs, doc } = JSON.parse(text) as { docs?: unknown[]; doc?: unknown };
      if (isWrite(request) && (doc !== undefined || (docs?.length ?? 0) > 0)) effects += 1;
      return new Response(text, { status: answer.status, headers: { "content-type": "application/json" } });
    },
    limited: () => Response.json({ errors: [{ message: "Too many" }] }, { status: 429, headers: { "retry-after": "7" } }),
  });

  let count = 0;
  let tagged = 0;
  const next = (): number => (count += 1);
  const write = (input: () => JsonObject) => ({ input });
  return {
    settings: settingsOf({ ...site, url: proxy.url }),
    credentials: { apiKey: site.apiKey },
    wrongCredentials: { apiKey: "wrong-key-0123456789" },
    secrets: [site.apiKey, "wrong-key-0123456789"],
    writes: {
      payload_propose_data_object_update: write(() => ({
        id: "products__1",
        fields: { weight: next(), name: { de: `Spaten ${count}` } },
      })),
      payload_propose_asset_metadata_update: write(() => ({ id: "media__1", metadata: { copyright: `Somebody ${next()}` } })),
      payload_propose_document_update: write(() => ({ id: "pages__1", fields: { title: `Welcome ${next()}` }, publish: true })),
      payload_propose_tag_assignment: write(() => ({
        kind: "object",
        id: `products__${(tagged += 1)}`,
        add: ["tags__6"],
        remove: ["tags__2"],
      })),
      payload_propose_template: write(() => ({ path: "/mail/order", source: `<p>{{ name }} ${next()}</p>` })),
      payload_create_data_object: write(() => ({
        type: "products",
        path: `/tools/new-${next()}`,
        fields: { sku: `N-${count}`, name: { en: "New" }, status: "planned", price: { amount: "1.00", currency: "EUR" } },
      })),
      payload_create_document: write(() => ({ type: "page", path: `/new-${next()}`, fields: { title: "New" } })),
      payload_create_tag: write(() => ({ path: `/Range/New ${next()}` })),
      payload_upload_asset: write(() => ({
        path: `/new-${next()}.txt`,
        mediaType: "text/plain",
        base64: Buffer.from("some bytes").toString("base64"),
        metadata: { alt: { en: "A note" } },
      })),
    },
    effects: () => effects,
    trouble: (kind) => proxy.strike(kind, isWrite),
    async close() {
      await proxy.close();
      await site.close();
    },
  };
});
