import { join } from "node:path";
import { postgresAdapter } from "@payloadcms/db-postgres";
import { sqliteAdapter } from "@payloadcms/db-sqlite";
import { buildConfig, type SanitizedConfig } from "payload";
import { media } from "./collections/media.ts";
import { pages } from "./collections/pages.ts";
import { products } from "./collections/products.ts";
import { tags } from "./collections/tags.ts";
import { templates } from "./collections/templates.ts";
import { users } from "./collections/users.ts";

export const LOCALES = ["en", "de"];

export interface SiteOptions {
  /** Where all of it is kept but what is in a database of another server. */
  folder: string;
  secret: string;
  /** A PostgreSQL in place of SQLite in the folder. */
  databaseUrl?: string | undefined;
}

/** A small shop's site, as somebody would run it: nothing here is made for Countersign. */
export const siteConfig = ({ folder, secret, databaseUrl }: SiteOptions): Promise<SanitizedConfig> =>
  buildConfig({
    secret,
    collections: [users, products, media(join(folder, "media")), tags, pages, templates],
    localization: { locales: LOCALES, defaultLocale: "en", fallback: false },
    db:
      databaseUrl === undefined
        ? sqliteAdapter({
            client: { url: `file:${join(folder, "site.db")}` },
            push: true,
            wal: true,
            busyTimeout: 5_000,
            // Off by default with SQLite: a write that breaks half way would stay half done.
            transactionOptions: {},
          })
        : postgresAdapter({ pool: { connectionString: databaseUrl, max: 10 }, push: true }),
    typescript: { autoGenerate: false },
    telemetry: false,
    graphQL: { disable: true },
    logger: { options: { level: "fatal" } },
  });
