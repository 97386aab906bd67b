import { z } from "zod";
import { serviceAddress } from "../channel-settings.ts";
import type { Connector, OpenConnection } from "../connector.ts";
import { getJson } from "../get-json.ts";
import { hasTwoTeams, MAX_ON_CALL, onCallSettings, onCallTest, teamsOf, TWO_TEAMS } from "../on-call-settings.ts";
import { ServiceFault } from "../service-fault.ts";

export const pagerdutyCredentials = z.strictObject({
  token: z
    .string()
    .max(200)
    .regex(/^[A-Za-z0-9_+-]{10,}$/, "must be a REST API key")
    .meta({ title: "API key" })
    .describe("A read-only key is enough. Create it under Integrations, API Access Keys"),
});

export const pagerdutySettings = z
  .strictObject({
    ...onCallSettings,
    scheduleIds: z
      .array(z.string().regex(/^[A-Za-z0-9]{1,40}$/, "must be letters and digits"))
      .min(1)
      .max(20)
      .meta({ title: "Schedules" })
      .describe(
        "Ids such as PI7DH85, the end of the schedule's address at PagerDuty. People named by any of these schedules are on call",
      ),
    apiUrl: serviceAddress
      .default("https://api.pagerduty.com")
      .meta({ title: "Address of the API" })
      .describe("https://api.eu.pagerduty.com for accounts in the EU"),
  })
  .refine(hasTwoTeams, TWO_TEAMS);

type Credentials = z.output<typeof pagerdutyCredentials>;
type Settings = z.output<typeof pagerdutySettings>;

const PAGE = 100;
const MAX_PAGES = 50;

/** See https://developer.pagerduty.com/api-reference/3a6b910f11050-list-all-of-the-on-calls */
const pageSchema = z.object({
  oncalls: z
    .array(z.object({ user: z.object({ email: z.string().optional() }), schedule: z.object({ id: z.string() }).nullable() }))
    .max(PAGE),
  more: z.boolean(),
});

/** Whoever is on call by schedules at PagerDuty. */
export const pagerdutyConnector: Connector<Credentials, Settings> = {
  name: "pagerduty",
  title: "PagerDuty",
  credentials: pagerdutyCredentials,
  settings: pagerdutySettings,
  tools: () => [],
  onCall: { teams: teamsOf, read: (open, _at, signal) => readOnCall(open, signal) },
  async test(open, signal) {
    return onCallTest(new URL(open.settings.apiUrl).host, await readOnCall(open, signal));
  },
};

/** Without a range of time PagerDuty says who is on call now. */
async function readOnCall({ settings, credentials, fetch }: OpenConnection<Credentials, Settings>, signal: AbortSignal) {
  const emails = new Set<string>();
  let offset = 0;
  for (let pages = 0; pages < MAX_PAGES && offset < MAX_ON_CALL; pages += 1) {
    const url = new URL(`${settings.apiUrl.replace(/\/+$/, "")}/oncalls`);
    for (const id of settings.scheduleIds) url.searchParams.append("schedule_ids[]", id);
    url.searchParams.append("include[]", "users");
    for (const [name, value] of Object.entries({ earliest: true, limit: PAGE, offset }))
      url.searchParams.set(name, String(value));
    const page = await getJson(
      fetch,
      {
        url,
        headers: {
          accept: "application/vnd.pagerduty+json;version=2",
          authorization: `Token token=${credentials.token}`,
        },
        schema: pageSchema,
        readError,
      },
      signal,
    );
    for (const { user, schedule } of page.oncalls) {
      // The filter is in the address; an answer about others is none to go by.
      if (!schedule || !settings.scheduleIds.includes(schedule.id))
        throw new ServiceFault("validation", "The service returned a different schedule.");
      if (user.email === undefined) throw new ServiceFault("validation", "The API key does not show people's mail addresses.");
      emails.add(user.email);
    }
    if (!page.more) return [...emails];
    // A page may be smaller than it was asked for.
    offset += page.oncalls.length;
  }
  throw new ServiceFault("validation", `The schedule has more than ${MAX_ON_CALL} people on call, or too many pages.`);
}

const errorSchema = z.object({ error: z.object({ message: z.string(), errors: z.array(z.string()).default([]) }) });

/** PagerDuty says what is wrong in `error`. */
function readError(text: string): string {
  try {
    const { message, errors } = errorSchema.parse(JSON.parse(text)).error;
    return [message, ...errors].join("; ");
  } catch {
    return "";
  }
}
