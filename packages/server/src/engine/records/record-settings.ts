import type { Database } from "../../store/database.ts";
import { appendAuditEvent, lockAuditHead } from "../../store/statements/audit-events.ts";
import { SYSTEM } from "../../store/statements/row.ts";
import { areSettingsTold, listSettings } from "../../store/statements/setting-evidence.ts";

const PER_EVENT = 500;

/**
 * Records once the settings that an earlier version stored. From then on each change of a setting has its event, and any other
 * change is a fault. Earlier changes cannot be detected.
 */
export async function recordSettings({ kysely }: Pick<Database, "kysely">): Promise<void> {
  const workspaces = await kysely.selectFrom("workspace").select("id").orderBy("id").execute();
  for (const { id: workspaceId } of workspaces) {
    if (await areSettingsTold(kysely, workspaceId)) continue;
    await kysely.transaction().execute(async (trx) => {
      await lockAuditHead(trx, workspaceId);
      // Another process that started at the same time was first.
      if (await areSettingsTold(trx, workspaceId)) return;
      const settings = [...(await listSettings(trx, workspaceId))];
      for (let n = 0; n < settings.length; n += PER_EVENT) {
        const settingHashes = Object.fromEntries(settings.slice(n, n + PER_EVENT));
        await appendAuditEvent(trx, { workspaceId, kind: "settings.recorded", by: SYSTEM, data: { settingHashes } });
      }
    });
  }
}
