import { z } from "zod";
import type { Connector } from "../connector.ts";
import { hasTwoTeams, MAX_ON_CALL, onCallSettings, onCallTest, teamsOf, TWO_TEAMS } from "../on-call-settings.ts";
import { shiftAt } from "./shift-at.ts";

export const rotaSettings = z
  .strictObject({
    ...onCallSettings,
    people: z
      .array(z.email("must be a mail address").max(320))
      .min(1)
      .max(MAX_ON_CALL)
      .meta({ title: "People" })
      .describe("Mail addresses in the order of their shifts, which repeats"),
    start: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, "must be a date and a time, such as 2026-11-30T09:00")
      .refine(isRealTime, "is not a valid date and time")
      .meta({ title: "First shift begins" })
      .describe("Local date and time of the first handover, such as 2026-11-30T09:00"),
    timeZone: z
      .string()
      .max(60)
      .refine(isTimeZone, "must be the name of a time zone, such as Europe/Zurich")
      .default("UTC")
      .meta({ title: "Time zone" })
      .describe("Such as Europe/Zurich"),
    shiftHours: z
      .number()
      .int()
      .min(1)
      .max(8784)
      .default(168)
      .meta({ title: "Length of a shift" })
      .describe("Hours: 168 for a week, 24 for a day. Shifts follow local time when the clocks change"),
  })
  .refine(hasTwoTeams, TWO_TEAMS);

type Settings = z.output<typeof rotaSettings>;

/** Countersign's own rota: the people of a list take turns. */
export const rotaConnector: Connector<Record<string, never>, Settings> = {
  name: "rota",
  title: "On-call rota",
  credentials: z.strictObject({}),
  settings: rotaSettings,
  tools: () => [],
  onCall: { teams: teamsOf, read: async ({ settings }, at) => onDuty(settings, at) },
  test: async ({ settings }) => onCallTest("this server's rota", onDuty(settings, new Date())),
};

function onDuty(settings: Settings, at: Date): string[] {
  const number = shiftAt(settings, at);
  return number === null ? [] : settings.people.slice(number % settings.people.length).slice(0, 1);
}

function isRealTime(text: string): boolean {
  const at = Date.parse(`${text}Z`);
  return Number.isFinite(at) && new Date(at).toISOString().startsWith(text);
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
