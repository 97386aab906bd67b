import { teamName } from "@countersign/protocol";
import type { z } from "zod";
import type { ConnectionTest } from "./connector.ts";

/** Settings of every connection that says who is on call. */
export const onCallSettings = {
  team: teamName.meta({ title: "Team" }).describe("Only members of this team can be on call. Add people to it under People"),
  onCallTeam: teamName
    .meta({ title: "On-call team" })
    .describe(
      "The team of the people currently on call, e.g. ops-on-call; approval rules can name it. Use a new name: current members of the team are removed",
    ),
};

type OnCallSettings = z.output<z.ZodObject<typeof onCallSettings>>;

/** Refines the settings: two names are needed. */
export const hasTwoTeams = ({ team, onCallTeam }: OnCallSettings): boolean => team !== onCallTeam;
export const TWO_TEAMS = { path: ["onCallTeam"], message: "must differ from the base team" };

export const teamsOf = ({ team, onCallTeam }: OnCallSettings) => ({ baseTeam: team, onCallTeam });

/** Result of a test: who is on call now, at `place`. */
export const onCallTest = (place: string, emails: readonly string[]): ConnectionTest => ({
  ok: true,
  as: `${place}; on call now: ${emails.length === 0 ? "nobody" : emails.join(", ")}`,
});

/** Mail addresses of people who are on call at once; more are an answer that cannot be right. */
export const MAX_ON_CALL = 1000;
