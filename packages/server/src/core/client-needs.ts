/**
 * What a tool requires of its clients, as stored in the tool's row: either the capability that its upstream asked for when no
 * client could answer (`elicitation`), or `unlisted:` and the declared capabilities for which the server does not list the tool
 * (`unlisted:roots`). Definitions do not state this: it is observed, and an administrator can reset it.
 */
export type ClientNeed = string;

const UNLISTED = "unlisted:";
/** What an upstream may request of a client during a call. */
const ASKED: readonly string[] = ["elicitation", "sampling"];

export const unlistedFor = (declared: readonly string[]): ClientNeed => `${UNLISTED}${[...declared].sort().join(",")}`;

/** The client behind a call. */
export interface ClientOffer {
  /** Capabilities declared to the upstream; undefined means all that any client can declare. */
  declared?: readonly string[] | undefined;
  /** Capabilities that the client can actually be asked for during the call. */
  answers: readonly string[];
}

/** No client that can answer, as for a call over HTTP. */
export const NO_CLIENT: ClientOffer = { answers: [] };

/** Returns, in words, what the tool needs and this client lacks; undefined if nothing is known to be missing. */
export function findLack(needs: readonly ClientNeed[], { declared, answers }: ClientOffer): string | undefined {
  for (const need of needs) {
    if (ASKED.includes(need) && !answers.includes(need)) return need;
    if (!need.startsWith(UNLISTED) || declared === undefined) continue;
    const without = need.slice(UNLISTED.length).split(",");
    // Fewer capabilities never make a server list more.
    if (declared.every((capability) => without.includes(capability))) return "a capability";
  }
  return undefined;
}

export const lackWords = (tool: string, lack: string): string =>
  `${tool} needs ${lack} from the client during the call, which this client does not offer. Nothing has run, and no approval was requested.`;
