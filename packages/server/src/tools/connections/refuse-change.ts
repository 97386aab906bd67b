import type { ChangeConnection, JsonObject } from "@countersign/protocol";
import { refuse, type Result } from "../../core/refusal.ts";
import type { DecidableTool } from "../../ports/channel.ts";
import { saysChained, saysTaken } from "../../core/on-call.ts";
import type { OnCallPair } from "../../ports/on-call.ts";
import type { ConnectionRow } from "../../store/statements/connections.ts";
import type { Connector } from "../connectors/connector.ts";
import { reachOf } from "./reach-of.ts";

type Request = Pick<ChangeConnection, "confirm" | "allowPrivate" | "settings" | "credentials">;
/** The stored connection; undefined for a new one. */
type Stored = Pick<ConnectionRow, "allowPrivate" | "settings" | "credentialFields"> | undefined;

/** Refuses, without a confirmation, everything by which a request lowers protection, all of it at once. */
export function refuseUnconfirmed(connector: Connector, request: Request, stored: Stored): Result<never> | undefined {
  if (request.confirm === true) return undefined;
  const { before, after } = settingsOf(connector, request, stored);
  const decided = decidableIn(connector, before);
  const errors = decidableIn(connector, after)
    .filter(({ tool, maxRisk }) => !decided.some((one) => one.tool === tool && one.maxRisk >= maxRisk))
    .map(({ tool, maxRisk }) => ({
      path: "/settings/decides",
      message: `calls to ${tool} up to risk level L${maxRisk} can be approved in messages, authenticated by the service`,
    }));
  const { channel } = connector;
  const reachesPeople = [before, after].some((settings) => settings !== undefined && channel?.audience(settings) === "people");
  if (usesAnotherApp(connector, request, stored) && reachesPeople)
    errors.push({ path: "/credentials", message: channel?.devices ? SUBSCRIBE_AGAIN : CONNECT_AGAIN });
  const [former, pair] = [before, after].map((settings) => pairIn(connector, settings));
  if (pair && (pair.baseTeam !== former?.baseTeam || pair.onCallTeam !== former.onCallTeam))
    errors.push({ path: "/settings/onCallTeam", message: joinsTeam(pair) });
  const formerPlaces = readIn(connector, before);
  const places = readIn(connector, after).filter((place) => !formerPlaces.includes(place));
  if (places.length > 0)
    errors.push({
      path: "/settings/reads",
      message: `agents can read ${places.slice(0, MOST_NAMED).join(", ")}${places.length > MOST_NAMED ? " and more" : ""} without approval`,
    });
  if (request.allowPrivate === true && !stored?.allowPrivate) errors.push({ path: "/allowPrivate", message: REACHES_INSIDE });
  return errors.length === 0
    ? undefined
    : refuse("INVALID_INPUT", "This lowers protection; send `confirm: true` with it.", { errors });
}

const CONNECT_AGAIN =
  "the new app receives all messages and reports the presses of buttons, so everybody must connect their account again";
const SUBSCRIBE_AGAIN = "devices subscribed with the previous key, so everybody must connect their devices again";
const joinsTeam = ({ baseTeam, onCallTeam }: OnCallPair): string =>
  `the members of ${baseTeam} who are on call become the team ${onCallTeam}, which approval rules can refer to; current members of ${onCallTeam} are removed`;
const MOST_NAMED = 10;
const REACHES_INSIDE = "this server can be made to call addresses on its own network";

/** Refuses to send stored credentials to a server they were not given for; a new address needs them again. */
export function refuseMovedSecrets(connector: Connector, request: Request, stored: Stored): Result<never> | undefined {
  if (request.credentials !== undefined || !stored || stored.credentialFields.length === 0) return undefined;
  if (!reachesOther(connector, request, stored)) return undefined;
  return refuse("INVALID_INPUT", "The credentials were given for other servers. Enter them again.", {
    errors: [{ path: "/credentials", message: "is required with a new address" }],
  });
}

/**
 * Whether a channel whose service reports presses gets another app, or another server, than people connected their accounts to;
 * or a channel that pushes another key than the one with which their devices subscribed.
 */
export const usesAnotherApp = (connector: Connector, request: Request, stored: Stored): boolean =>
  (connector.channel?.buttons !== undefined || connector.channel?.devices !== undefined) &&
  stored !== undefined &&
  (request.credentials !== undefined || reachesOther(connector, request, stored));

/** Compares settings as they are stored: a missing address means the default one. */
function reachesOther(connector: Connector, request: Request, stored: NonNullable<Stored>): boolean {
  const { before, after } = settingsOf(connector, request, stored);
  const former = new Set(reachOf(before ?? JSON.parse(stored.settings)));
  return reachOf(after).some((host) => !former.has(host));
}

/** Settings before and after the request, with their defaults. Undefined if they cannot be used, which is refused by itself. */
function settingsOf({ settings: schema }: Connector, { settings }: Request, stored: Stored) {
  const former = stored ? (JSON.parse(stored.settings) as JsonObject) : undefined;
  return { before: former && schema.safeParse(former).data, after: schema.safeParse(settings ?? former ?? {}).data };
}

const decidableIn = ({ channel }: Connector, settings: unknown): readonly DecidableTool[] =>
  channel && settings !== undefined ? channel.policy(settings).decides : [];

const readIn = (connector: Connector, settings: unknown): readonly string[] =>
  settings !== undefined ? (connector.freeReads?.(settings) ?? []) : [];

const pairIn = ({ onCall }: Connector, settings: unknown): OnCallPair | undefined =>
  onCall && settings !== undefined ? onCall.teams(settings) : undefined;

/** Refuses an on-call team that another connection sets, and a base team that a schedule sets. `others`: all stored connections. */
export function refuseSharedTeam(
  connectors: ReadonlyMap<string, Connector>,
  { id, connector, settings }: { id: string; connector: Connector; settings: unknown },
  others: readonly ConnectionRow[],
): Result<never> | undefined {
  const pair = pairIn(connector, settings);
  if (!pair) return undefined;
  for (const other of others) {
    const kind = connectors.get(other.connector);
    const taken = kind && other.id !== id ? pairIn(kind, kind.settings.safeParse(JSON.parse(other.settings)).data) : undefined;
    const errors = [
      ...(taken?.onCallTeam === pair.onCallTeam
        ? [{ path: "/settings/onCallTeam", message: saysTaken(pair.onCallTeam, other.name) }]
        : []),
      ...(taken?.onCallTeam === pair.baseTeam
        ? [{ path: "/settings/team", message: saysChained(pair.baseTeam, other.name) }]
        : []),
      ...(taken?.baseTeam === pair.onCallTeam
        ? [{ path: "/settings/onCallTeam", message: `This team is the base team of the connection ${other.name}.` }]
        : []),
    ];
    if (errors.length > 0) return refuse("INVALID_INPUT", "Another connection uses this team.", { errors });
  }
  return undefined;
}
