import type { Connector } from "../../connector.ts";
import { ServiceFault } from "../../service-fault.ts";
import { askPayload, type PayloadDocument } from "./ask-payload.ts";
import { keepsVersions } from "./check-kept.ts";
import { payloadTools } from "./payload-tools.ts";
import { isYes, mayWriteField, readAccess } from "./rights.ts";
import { payloadCredentials, payloadSettings, type PayloadConnection } from "./settings.ts";
import type { CollectionSettings } from "./collection-settings.ts";

/** Content of a site on Payload 3, through the same tools as the workspace's own content. */
export const payloadConnector: Connector<PayloadConnection["credentials"], PayloadConnection["settings"]> = {
  name: "payload",
  title: "Payload",
  credentials: payloadCredentials,
  settings: payloadSettings,
  tools: payloadTools,

  /** Also checks the key's rights on each collection, because a field it may not change would show up late. */
  async test(connection, signal) {
    const { users, collections } = connection.settings;
    const me = { path: `${users}/me` };
    const { user } = await askPayload<{ user: (PayloadDocument & { email?: string }) | null }>(connection, signal, me);
    if (!user) return { ok: false, code: "auth", message: `No account in ${users} has this API key.` };
    const problems: string[] = [];
    for (const collection of collections) problems.push(...(await findProblems(connection, collection, signal)));
    if (problems.length === 0) return { ok: true, as: user.email ?? String(user.id) };
    const message = `The settings do not match the service, or the account lacks a permission: ${problems.join("; ")}.`;
    return { ok: false, code: "settings", message };
  },
};

async function findProblems(
  connection: PayloadConnection,
  collection: CollectionSettings,
  signal: AbortSignal,
): Promise<string[]> {
  const { collection: slug, fields, at } = collection;
  try {
    const access = await readAccess(connection, collection, signal);
    if (!isYes(access.read)) return [`${slug} cannot be read`];
    if (keepsVersions(collection)) await askPayload(connection, signal, { path: `${slug}/versions`, query: { limit: "1" } });
    const closed = isYes(access.update) ? fields.filter(({ name }) => !mayWriteField(access, at[name] ?? name, "update")) : [];
    return closed.length === 0 ? [] : [`${slug}: ${closed.map(({ name }) => name).join(", ")} cannot be changed`];
  } catch (error) {
    if (!(error instanceof ServiceFault)) throw error;
    if (error.kind === "not_found") return [`there is no collection ${slug}`];
    if (error.kind === "server" && keepsVersions(collection)) return [`${slug} keeps no versions`];
    throw error;
  }
}
