import { teamName } from "@countersign/protocol";
import type { z } from "zod";
import type { ConnectionTest } from "./connector.ts";

/** Settings of every connection that says who is on call. */
export const onCallSettings = {
  team: teamName
    .meta({ title: "Team" })
    .describe("Only members of this team can be on call here; you put people in it under People"),
  onCallTeam: teamName
    .meta({ title: "On-call team" })
    .describe(
      "Who is on call now is in this team, and nobody else; approval rules can name it, e.g. ops-on-call. Use a name of its own: whoever is in it now leaves it",
    ),
};

type OnCallSettings = z.output<z.ZodObject<typeof onCallSettings>>;

/** Refines the settings: two names are needed. */
export const hasTwoTeams = ({ team, onCallTeam }: OnCallSettings): boolean => team !== onCallTeam;
export const TWO_TEAMS = { path: ["onCallTeam"], message: "must be another team than the one that people are chosen from" };

export const teamsOf = ({ team, onCallTeam }: OnCallSettings) => ({ baseTeam: team, onCallTeam });

/** Result of a test: who is on call now, at `place`. */
export const onCallTest = (place: string, emails: readonly string[]): ConnectionTest => ({
  ok: true,
  as: `${place}; on call now: ${emails.length === 0 ? "nobody" : emails.join(", ")}`,
});

/** Mail addresses of people who are on call at once; more are an answer that cannot be right. */
export const MAX_ON_CALL = 1000;
