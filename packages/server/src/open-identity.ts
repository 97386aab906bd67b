import { lookup } from "node:dns/promises";
import type { Config } from "./config.ts";
import { createAccountMail } from "./tools/connectors/email/account-mail.ts";
import { createIdentity, type Identity } from "./identity/identity.ts";
import type { AccountMail } from "./ports/account-mail.ts";
import type { Log } from "./ports/log.ts";
import type { Database } from "./store/database.ts";
import { createDocumentReader } from "./tools/connections/read-document.ts";

interface IdentityParts {
  config: Config;
  database: Database;
  secrets: readonly [string, ...string[]];
  publicUrl: string;
  log: Log;
}

/** People and keys, with what they need of the network: the mail server, and documents of clients that sign in by OAuth. */
export function openIdentity({ config, database, secrets, publicUrl, log }: IdentityParts): Identity {
  const mail = openMail(config, log);
  const documents = createDocumentReader();
  const identity = createIdentity({
    database,
    secrets,
    baseUrl: publicUrl,
    log: (message) => log("warn", message),
    ...(mail && { mail }),
    ...(config.oauth && { oauth: { accepts: config.oauth, fetchDocument: documents.read } }),
  });
  return {
    ...identity,
    async close() {
      await Promise.all([identity.close(), documents.close()]);
    },
  };
}

function openMail({ mail, publicUrl }: Config, log: Log): AccountMail | undefined {
  if (!mail) return undefined;
  const { user, password, ...settings } = mail;
  const credentials = user === undefined || password === undefined ? {} : { user, password };
  if (publicUrl === undefined)
    log("warn", "COUNTERSIGN_MAIL_URL is set without COUNTERSIGN_PUBLIC_URL: links in mails lead to this machine only");
  // The operator chose this server, so its address may be a private one.
  return createAccountMail({ settings, credentials, resolve: async (host) => (await lookup(host)).address });
}
