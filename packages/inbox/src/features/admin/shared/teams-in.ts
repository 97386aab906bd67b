import type { Member } from "@countersign/protocol";

/** Names of all teams of these members, in alphabetical order. */
export const teamsIn = (members: readonly Member[]): string[] => [...new Set(members.flatMap(({ teams }) => teams))].sort();
