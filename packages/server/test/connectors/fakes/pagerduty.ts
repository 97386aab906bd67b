import { startFaultyServer, type FaultyServer } from "./faulty-server.ts";

export interface FakePagerduty extends FaultyServer {
  /** Mail addresses on call, by id of the schedule. */
  schedules: Map<string, string[]>;
  /** The entries of a page, if it is fewer than asked for. */
  pageSize: number;
}

export const PAGERDUTY_TOKEN = "y_NbAkKc66ryYTWUXYEu";
export const SCHEDULE = "PI7DH85";
const ACCEPT = "application/vnd.pagerduty+json;version=2";

/** Fake of `GET /oncalls` over real HTTP, see https://developer.pagerduty.com/api-reference/3a6b910f11050-list-all-of-the-on-calls */
export async function startFakePagerduty(): Promise<FakePagerduty> {
  const schedules = new Map<string, string[]>([[SCHEDULE, []]]);
  const server = await startFaultyServer({
    async handle(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (request.headers.get("accept") !== ACCEPT) return refuse(400, 2001, "Invalid Input Provided", ["unsupported version"]);
      if (request.headers.get("authorization") !== `Token token=${PAGERDUTY_TOKEN}`)
        return refuse(401, 2006, "Authentication failed");
      if (request.method !== "GET" || pathname !== "/oncalls") return refuse(404, 2100, "Not Found");
      const asked = searchParams.getAll("schedule_ids[]");
      if (asked.some((id) => !fake.schedules.has(id))) return refuse(404, 2100, "Not Found", ["Schedule not found"]);
      const [limit, offset] = [Number(searchParams.get("limit") ?? 25), Number(searchParams.get("offset") ?? 0)];
      if (!(limit >= 1 && limit <= 100)) return refuse(400, 2001, "Invalid Input Provided", ["Limit must be at most 100"]);
      const isShown = searchParams.getAll("include[]").includes("users");
      const entries = asked.flatMap((id) =>
        fake.schedules.get(id)!.map((email, level) => ({
          escalation_policy: { id: "PT20YPA", type: "escalation_policy_reference" },
          escalation_level: level + 1,
          schedule: { id, type: "schedule_reference", summary: "Daily" },
          user: { id: `P${level}`, type: isShown ? "user" : "user_reference", summary: email, ...(isShown && { email }) },
          start: "2026-11-02T08:00:00Z",
          end: "2027-11-02T08:00:00Z",
        })),
      );
      const size = Math.min(limit, fake.pageSize);
      const oncalls = entries.slice(offset, offset + size);
      return Response.json({ oncalls, limit, offset, more: offset + size < entries.length, total: null });
    },
    limited: () => refuse(429, 2020, "Too Many Requests", [], { "retry-after": "120" }),
  });
  const fake: FakePagerduty = Object.assign(server, { schedules, pageSize: 100 });
  return fake;
}

const refuse = (status: number, code: number, message: string, errors: string[] = [], headers: Record<string, string> = {}) =>
  Response.json({ error: { message, code, errors } }, { status, headers });
