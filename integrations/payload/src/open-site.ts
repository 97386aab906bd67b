import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getPayload, type Payload } from "payload";
import { siteConfig } from "./config.ts";
import { seed } from "./seed.ts";
import { servePayload, urlOf } from "./serve-payload.ts";

export interface SiteKeys {
  /** Without `/api`. */
  url: string;
  /** Key of an editor: `Authorization: users API-Key <apiKey>`. */
  apiKey: string;
  /** Key of an account with read access only. */
  readerKey: string;
}

export interface OpenSite extends SiteKeys {
  /** Stops the server and removes its data; PostgreSQL connections stay open until the process exits. */
  close(): Promise<void>;
}

/** Opens a new site with the sample content in this process. `databaseUrl` must name an empty PostgreSQL database. */
export async function openSite({ port, databaseUrl }: { port?: number; databaseUrl?: string | undefined }): Promise<OpenSite> {
  const folder = await mkdtemp(join(tmpdir(), "countersign-payload-"));
  const config = await siteConfig({ folder, secret: randomBytes(32).toString("hex"), databaseUrl });
  const payload = await getPayload({ config });
  const [apiKey, readerKey] = [await addUser(payload, "editor"), await addUser(payload, "reader")];
  await seed(payload);
  const server = await servePayload(config, port);
  return {
    url: urlOf(server),
    apiKey,
    readerKey,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
      await payload.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function addUser(payload: Payload, role: "editor" | "reader"): Promise<string> {
  const apiKey = randomBytes(24).toString("hex");
  const password = randomBytes(24).toString("hex");
  const data = { email: `${role}@example.com`, password, role, enableAPIKey: true, apiKey };
  await payload.create({ collection: "users", data });
  return apiKey;
}
