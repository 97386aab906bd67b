import { hasRole, type Principal } from "../../core/principal.ts";
import { refuse, type Refusal } from "../../core/refusal.ts";
import { isClosedSession } from "../../store/statements/private-sessions.ts";
import type { EngineDeps } from "../deps.ts";

/**
 * Refuses people who read an agent's private session, unless they are administrators or the person the agent acts for. An agent
 * reads its own actions of any session, whatever others do there.
 */
export async function refuseSession(
  { database }: Pick<EngineDeps, "database">,
  by: Principal,
  sessionId: string | undefined,
): Promise<{ ok: false; refusal: Refusal } | undefined> {
  if (sessionId === undefined || by.kind !== "user" || hasRole(by, "admin")) return undefined;
  const closed = await isClosedSession(database.kysely, { workspaceId: by.workspaceId, sessionId, userId: by.id });
  return closed
    ? refuse("FORBIDDEN", "This session is private. Only administrators and the person for whom the agent acts can read it.")
    : undefined;
}
