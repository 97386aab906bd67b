import { sql, type Selectable } from "kysely";
import type { ApiKeyTable } from "../store/schema.ts";
import { SYSTEM } from "../store/statements/row.ts";
import { findFirstWorkspace } from "../store/statements/workspaces.ts";
import { withoutPeople, type People } from "./people-tables.ts";
import { recordChange } from "./record-change.ts";
import { hashSecret } from "./secret-token.ts";

/** Row id of the token from the settings; the token's text is never stored. */
const KEY_ID = "key_of_the_settings";
const NAME = "COUNTERSIGN_ADMIN_TOKEN";

/**
 * Makes the token of the settings a personal token of the first administrator, for automation. Another text replaces it;
 * undefined revokes it. Returns false if somebody revoked exactly this token: it stays revoked.
 */
export async function keepAdminToken(people: People, token: string | undefined): Promise<boolean> {
  return people.transaction().execute(async (transaction) => {
    // Two processes that start together: the second waits for the lock and then finds the first one's row.
    await sql`lock table workspace in share row exclusive mode`.execute(transaction);
    const known = await transaction.selectFrom("apiKey").selectAll().where("id", "=", KEY_ID).executeTakeFirst();
    if (token === undefined) {
      if (known && known.revokedAt === null) await revokeTokens(transaction, known.tokenHash);
      return true;
    }
    const tokenHash = hashSecret(token);
    if (known?.tokenHash === tokenHash) return known.revokedAt === null;
    const taken = await transaction
      .selectFrom("apiKey")
      .select("id")
      .where((where) => where.or([where("tokenHash", "=", tokenHash), where("formerHash", "=", tokenHash)]))
      .executeTakeFirst();
    if (taken) throw new Error(`${NAME} is the text of another key here; choose a new one: \`openssl rand -base64 32\``);
    const owner = await findFirstAdministrator(transaction);
    const row = {
      workspaceId: owner.workspaceId,
      userId: owner.userId,
      tokenHash,
      kind: "user",
      name: NAME,
      role: "admin",
      scope: "manage",
      groups: [] as string[],
      prefix: "of the settings",
    } as const;
    await transaction.deleteFrom("apiKey").where("id", "=", KEY_ID).execute();
    if (known && known.workspaceId !== owner.workspaceId) await tellGone(transaction, known);
    await transaction
      .insertInto("apiKey")
      .values({ ...row, id: KEY_ID })
      .execute();
    const { kind, name, groups, role, scope } = row;
    const data = { keyId: KEY_ID, kind, name, groups, role, scope };
    await recordChange(transaction, {
      workspaceId: owner.workspaceId,
      kind: "key.created",
      actor: SYSTEM,
      data,
      settings: [["api_key", KEY_ID]],
    });
    return true;
  });
}

/** Revokes a token by its hash; recorded as the system's action. */
export async function revokeTokens(transaction: People, tokenHash: string): Promise<void> {
  const revoked = await transaction
    .updateTable("apiKey")
    .set({ revokedAt: sql<Date>`now()` })
    .where("tokenHash", "=", tokenHash)
    .where("revokedAt", "is", null)
    .returning(["workspaceId", "id", "kind", "name"])
    .executeTakeFirst();
  if (!revoked) return;
  const data = { keyId: revoked.id, kind: revoked.kind, name: revoked.name };
  await recordChange(transaction, {
    workspaceId: revoked.workspaceId,
    kind: "key.revoked",
    actor: SYSTEM,
    data,
    settings: [["api_key", revoked.id]],
  });
}

/** Records the revocation in the former workspace: the first administrator may now be in another one. */
const tellGone = (transaction: People, { workspaceId, id, kind, name }: Selectable<ApiKeyTable>): Promise<void> =>
  recordChange(transaction, {
    workspaceId,
    kind: "key.revoked",
    actor: SYSTEM,
    data: { keyId: id, kind, name },
    settings: [["api_key", id]],
  });

/** The first administrator of the first workspace: the token is the installation's, and no other workspace's. */
const findFirstAdministrator = async (transaction: People) =>
  transaction
    .selectFrom("member")
    .select(["workspaceId", "userId"])
    .where("workspaceId", "=", await findFirstWorkspace(withoutPeople(transaction)))
    .where("role", "=", "admin")
    .orderBy("createdAt")
    .orderBy("userId")
    .limit(1)
    .executeTakeFirstOrThrow();
