/**
 * What is known of the clients that a tool of an upstream can serve, as its row has it: the capability it asked for where nobody could
 * answer (`elicitation`), or `unlisted:` and the capabilities of a client to which its server does not list it (`unlisted:roots`).
 * No definition says this; it is seen, and an administrator can have it forgotten.
 */
export type ClientNeed = string;

const UNLISTED = "unlisted:";
/** What an upstream may ask a client for during a call. */
const ASKED: readonly string[] = ["elicitation", "sampling"];

export const unlistedFor = (declared: readonly string[]): ClientNeed => `${UNLISTED}${[...declared].sort().join(",")}`;

/** What stands behind a call. */
export interface ClientOffer {
  /** What its upstream is told that the client can do; undefined: all that any client can. */
  declared?: readonly string[] | undefined;
  /** What the client can really be asked during the call. */
  answers: readonly string[];
}

/** Nobody can be asked anything, as by a call that comes over HTTP. */
export const NO_CLIENT: ClientOffer = { answers: [] };

/** What the tool needs and this client lacks, in words; undefined where nothing is known. */
export function findLack(needs: readonly ClientNeed[], { declared, answers }: ClientOffer): string | undefined {
  for (const need of needs) {
    if (ASKED.includes(need) && !answers.includes(need)) return need;
    if (!need.startsWith(UNLISTED) || declared === undefined) continue;
    const without = need.slice(UNLISTED.length).split(",");
    // With fewer capabilities a server lists no more.
    if (declared.every((capability) => without.includes(capability))) return "a capability";
  }
  return undefined;
}

export const lackWords = (tool: string, lack: string): string =>
  `${tool} needs ${lack} of the client during the call, which this client does not offer here. Nothing has run, and nobody was asked.`;
