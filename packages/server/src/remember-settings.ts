import type { Config } from "./config.ts";
import { rememberSecrets } from "./engine/secrets/known-secrets.ts";

/** Registers secret settings. Secrets of files, the database and countersign.yaml are registered where they are read. */
export function rememberSettings(
  { databaseUrl, adminToken, secrets, secretKeys, mail }: Config,
  { PGPASSWORD }: { readonly PGPASSWORD?: string },
): void {
  rememberSecrets("settings", [
    databaseUrl ?? "",
    adminToken ?? "",
    PGPASSWORD ?? "",
    mail?.password ?? "",
    ...secrets,
    ...secretKeys,
  ]);
}
