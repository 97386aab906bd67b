import { hasRole, type Principal } from "../core/principal.ts";
import { refuse, type Refusal } from "../core/refusal.ts";
import { isClosedSession } from "../store/statements/private-sessions.ts";
import type { EngineDeps } from "./deps.ts";

/**
 * What stands against reading a session: it is an agent's whose sessions are private, and the reader is neither an administrator nor
 * the person it acts for. An agent reads its own of any session, whatever others do there.
 */
export async function refuseSession(
  { database }: Pick<EngineDeps, "database">,
  by: Principal,
  sessionId: string | undefined,
): Promise<{ ok: false; refusal: Refusal } | undefined> {
  if (sessionId === undefined || by.kind !== "user" || hasRole(by, "admin")) return undefined;
  const closed = await isClosedSession(database.kysely, { workspaceId: by.workspaceId, sessionId, userId: by.id });
  return closed
    ? refuse("FORBIDDEN", "This session is private: the person its agent acts for, and administrators, read it.")
    : undefined;
}
