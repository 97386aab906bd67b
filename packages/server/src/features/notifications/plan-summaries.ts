import { newId } from "../../engine/new-id.ts";
import { listSummaryReaders, planSummary } from "../../store/statements/daily-summaries.ts";
import type { NotificationsDeps } from "./notifications-deps.ts";
import { lastSummaryDay } from "./summary-day.ts";

/**
 * Plans the daily summaries of these workspaces whose time has come, each once, whichever process comes first. Of days on which
 * no server ran, or the channel was disabled, only the last one is made up for.
 */
export async function planSummaries(
  { database: { kysely }, channels }: Pick<NotificationsDeps, "database" | "channels">,
  workspaceIds: readonly string[],
): Promise<void> {
  const now = new Date();
  for (const reader of await listSummaryReaders(kysely, workspaceIds)) {
    const day = lastSummaryDay(reader, now);
    // Days in this form are ordered like texts.
    if (day <= reader.summaryDay || channels.kindOf(reader.connector, reader.settings)?.audience !== "people") continue;
    await planSummary(kysely, reader, { id: newId(), day });
  }
}
