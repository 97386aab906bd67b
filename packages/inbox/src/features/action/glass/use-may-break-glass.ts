import { useQuery } from "@tanstack/react-query";
import { membersQuery } from "../../../api/admin-queries.ts";
import { useMe } from "../../../api/signed-in.ts";
import { useEmbedded } from "../../../ui/embedding.ts";

/** Whether this person has the right to break the glass, which counts now, and not in another site's page. The server judges it again. */
export function useMayBreakGlass(): boolean {
  const me = useMe();
  const embedded = useEmbedded();
  const members = useQuery({ ...membersQuery, enabled: !embedded && me?.principal.kind === "user" }).data;
  return !embedded && (members?.some(({ userId, mayBreakGlass }) => userId === me?.principal.id && mayBreakGlass) ?? false);
}
