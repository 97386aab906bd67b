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
  /** Holds the SQLite database, unless `databaseUrl` is set, and the media files. */
  folder: string;
  secret: string;
  /** PostgreSQL to use instead of SQLite. */
  databaseUrl?: string | undefined;
}

/** A small shop's site as anyone could run it; nothing in it is specific to Countersign. */
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
            // Payload disables transactions on SQLite by default: a write that fails midway would be stored in part.
            transactionOptions: {},
          })
        : postgresAdapter({ pool: { connectionString: databaseUrl, max: 10 }, push: true }),
    typescript: { autoGenerate: false },
    telemetry: false,
    graphQL: { disable: true },
    logger: { options: { level: "fatal" } },
  });
