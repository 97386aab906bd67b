import { z } from "zod";
import { ServiceFault } from "../service-fault.ts";
import { askLinear } from "./ask-linear.ts";
import { allowTeam, type LinearConnection } from "./settings.ts";

const uuid = z.uuid();
export const isTeamId = (team: string): boolean => uuid.safeParse(team).success;

/** Finds an allowed team by its key or id; throws if it is not allowed or does not exist. */
export async function getTeam(connection: LinearConnection, team: string, signal: AbortSignal): Promise<{ id: string }> {
  allowTeam(connection, [team], "/team_id");
  if (isTeamId(team)) return { id: team };
  const query = `query($key: String!) { teams(filter: { key: { eqIgnoreCase: $key } }, first: 1) { nodes { id } } }`;
  const { teams } = await askLinear<{ teams: { nodes: { id: string }[] } }>(connection, signal, query, { key: team });
  const [found] = teams.nodes;
  if (!found) throw new ServiceFault("not_found", `There is no team ${team}.`, { path: "/team_id" });
  return found;
}

/** Linear's filter for the teams of a list of keys and ids, which must not be empty. */
export const teamFilter = (names: readonly string[]) => {
  const ids = names.filter(isTeamId);
  // Linear writes keys in capitals.
  const keys = names.filter((name) => !isTeamId(name)).map((key) => key.toUpperCase());
  return { or: [...(ids.length > 0 ? [{ id: { in: ids } }] : []), ...(keys.length > 0 ? [{ key: { in: keys } }] : [])] };
};
