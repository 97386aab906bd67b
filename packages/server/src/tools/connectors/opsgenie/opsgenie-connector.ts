import { z } from "zod";
import { serviceAddress } from "../channel-settings.ts";
import type { Connector, OpenConnection } from "../connector.ts";
import { getJson } from "../get-json.ts";
import { hasTwoTeams, MAX_ON_CALL, onCallSettings, onCallTest, teamsOf, TWO_TEAMS } from "../on-call-settings.ts";

export const opsgenieCredentials = z.strictObject({
  apiKey: z
    .string()
    .max(200)
    .regex(/^[A-Za-z0-9-]{10,}$/, "must be an API key")
    .meta({ title: "API key" })
    .describe("Key of an API integration with read access; configuration access is not needed"),
});

export const opsgenieSettings = z
  .strictObject({
    ...onCallSettings,
    schedule: z.string().min(1).max(200).meta({ title: "Schedule" }).describe("Name or id of the schedule at Opsgenie"),
    scheduleBy: z.enum(["name", "id"]).default("name").meta({ title: "Schedule is given by its" }),
    apiUrl: serviceAddress
      .default("https://api.opsgenie.com")
      .meta({ title: "Address of the API" })
      .describe("https://api.eu.opsgenie.com for accounts in the EU"),
  })
  .refine(hasTwoTeams, TWO_TEAMS);

type Credentials = z.output<typeof opsgenieCredentials>;
type Settings = z.output<typeof opsgenieSettings>;

/** With `flat`, the user names of all who are on call, which are mail addresses. See https://docs.opsgenie.com/docs/who-is-on-call-api */
const answerSchema = z.object({ data: z.object({ onCallRecipients: z.array(z.string()).max(MAX_ON_CALL) }) });

/** Whoever is on call by a schedule at Opsgenie, whose API ends on April 5, 2027. */
export const opsgenieConnector: Connector<Credentials, Settings> = {
  name: "opsgenie",
  title: "Opsgenie",
  credentials: opsgenieCredentials,
  settings: opsgenieSettings,
  tools: () => [],
  onCall: { teams: teamsOf, read: (open, _at, signal) => readOnCall(open, signal) },
  async test(open, signal) {
    return onCallTest(new URL(open.settings.apiUrl).host, await readOnCall(open, signal));
  },
};

async function readOnCall({ settings, credentials, fetch }: OpenConnection<Credentials, Settings>, signal: AbortSignal) {
  const { apiUrl, schedule, scheduleBy } = settings;
  const url = new URL(`${apiUrl.replace(/\/+$/, "")}/v2/schedules/${encodeURIComponent(schedule)}/on-calls`);
  url.searchParams.set("flat", "true");
  url.searchParams.set("scheduleIdentifierType", scheduleBy);
  const headers = { authorization: `GenieKey ${credentials.apiKey}` };
  const { data } = await getJson(fetch, { url, headers, schema: answerSchema, readError }, signal);
  return data.onCallRecipients;
}

/** Opsgenie says what is wrong in `message`. */
function readError(text: string): string {
  try {
    return z.object({ message: z.string() }).parse(JSON.parse(text)).message;
  } catch {
    return "";
  }
}
