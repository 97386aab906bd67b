import type { Database } from "../store/database.ts";
import { appendAuditEvent, lockAuditHead } from "../store/statements/audit-events.ts";
import { SYSTEM } from "../store/statements/row.ts";
import { areSettingsTold, listSettings } from "../store/statements/setting-evidence.ts";

const PER_EVENT = 500;

/**
 * Records the settings of workspaces that an earlier version made, once: from then on a change of one is told of by its event,
 * and any other is a fault. What was changed before cannot be seen.
 */
export async function recordSettings({ kysely }: Pick<Database, "kysely">): Promise<void> {
  const workspaces = await kysely.selectFrom("workspace").select("id").orderBy("id").execute();
  for (const { id: workspaceId } of workspaces) {
    if (await areSettingsTold(kysely, workspaceId)) continue;
    await kysely.transaction().execute(async (trx) => {
      await lockAuditHead(trx, workspaceId);
      // Another process that starts at the same time was first.
      if (await areSettingsTold(trx, workspaceId)) return;
      const settings = [...(await listSettings(trx, workspaceId))];
      for (let n = 0; n < settings.length; n += PER_EVENT) {
        const settingHashes = Object.fromEntries(settings.slice(n, n + PER_EVENT));
        await appendAuditEvent(trx, { workspaceId, kind: "settings.recorded", by: SYSTEM, data: { settingHashes } });
      }
    });
  }
}
