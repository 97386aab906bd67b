import type { PrincipalKind } from "@countersign/protocol";
import { SYSTEM } from "../store/statements/row.ts";
import type { People } from "./people-tables.ts";

export interface PrincipalKey {
  kind: PrincipalKind;
  id: string;
}

export const principalKey = ({ kind, id }: PrincipalKey): string => `${kind}:${id}`;

/**
 * Returns display names by `kind:id`. Former members keep their names; ids that were never in this workspace are omitted, so
 * that one workspace cannot look up the people of another.
 */
export async function principalNames(
  people: People,
  workspaceId: string,
  refs: readonly PrincipalKey[],
): Promise<Map<string, string>> {
  const userIds = idsOf(refs, ["user"]);
  const keyIds = idsOf(refs, ["agent", "worker"]);
  const names = new Map<string, string>();
  for (const ref of refs) if (ref.kind === "system") names.set(principalKey(ref), SYSTEM.name);
  for (const { id, name } of userIds.length === 0 ? [] : await findPeople(people, workspaceId, userIds)) {
    names.set(principalKey({ kind: "user", id }), name);
  }
  for (const { kind, id, name } of keyIds.length === 0 ? [] : await findKeys(people, workspaceId, keyIds)) {
    names.set(principalKey({ kind, id }), name);
  }
  return names;
}

const idsOf = (refs: readonly PrincipalKey[], kinds: readonly PrincipalKind[]) => [
  ...new Set(refs.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id)),
];

const findPeople = (people: People, workspaceId: string, ids: string[]) =>
  people
    .selectFrom("person")
    .select(["id", "name"])
    .where("id", "in", ids)
    .where((where) =>
      where.or([
        where.exists(
          where
            .selectFrom("member")
            .select("userId")
            .where("workspaceId", "=", workspaceId)
            .whereRef("userId", "=", "person.id"),
        ),
        where.exists(
          where
            .selectFrom("auditEvent")
            .select("actorId")
            .where("workspaceId", "=", workspaceId)
            .where("actorKind", "=", "user")
            .whereRef("actorId", "=", "person.id"),
        ),
      ]),
    )
    .execute();

const findKeys = (people: People, workspaceId: string, ids: string[]) =>
  people
    .selectFrom("apiKey")
    .select(["kind", "id", "name"])
    .where("workspaceId", "=", workspaceId)
    .where("id", "in", ids)
    .execute();
