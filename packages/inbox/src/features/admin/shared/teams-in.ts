import type { Member } from "@countersign/protocol";

/** Names of all teams that these people are in, in alphabetical order. */
export const teamsIn = (members: readonly Member[]): string[] => [...new Set(members.flatMap(({ teams }) => teams))].sort();
