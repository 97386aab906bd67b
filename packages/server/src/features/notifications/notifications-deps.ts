import type { Channels } from "../../ports/channel.ts";
import type { ButtonMeaning } from "./button-values.ts";
import type { Checks } from "../../ports/checks.ts";
import type { Log } from "../../ports/log.ts";
import type { Database } from "../../store/database.ts";

export interface NotificationsDeps {
  database: Database;
  channels: Channels;
  log: Log;
  checks: Pick<Checks, "answerRouting">;
  /** The server's address as people reach it, without a slash at the end. Known once the server listens. */
  publicUrl(): string;
  /** Seconds before each further attempt; afterwards a notification is dead. */
  retrySeconds?: readonly number[];
  /** Longer than any attempt; afterwards another process sends it again. */
  leaseSeconds?: number;
  buttons: { valueOf(meaning: ButtonMeaning): string };
  unsubscribe: { tokenOf(receiver: { workspaceId: string; connectionId: string; userId: string }): string };
}
