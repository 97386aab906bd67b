import { startFaultyServer, type FaultyServer } from "./faulty-server.ts";

export interface FakeOpsgenie extends FaultyServer {
  /** Mail addresses on call, by name of the schedule. */
  schedules: Map<string, string[]>;
}

export const OPSGENIE_KEY = "eb243592-faa2-4ba2-a551-1afdf565c889";
/** Of the schedule `Ops schedule`. */
export const OPSGENIE_ID = "d875alp4-9b4e-4219-alp3-0c26936d18de";

/** Fake of the API "who is on call" over real HTTP, see https://docs.opsgenie.com/docs/who-is-on-call-api */
export async function startFakeOpsgenie(): Promise<FakeOpsgenie> {
  const schedules = new Map<string, string[]>([["Ops schedule", []]]);
  const server = await startFaultyServer({
    async handle(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (request.headers.get("authorization") !== `GenieKey ${OPSGENIE_KEY}`) return refuse(401, "Key format is not valid!");
      const [, identifier] = /^\/v2\/schedules\/([^/]+)\/on-calls$/.exec(pathname) ?? [];
      if (request.method !== "GET" || identifier === undefined) return refuse(404, "No such path");
      const by = searchParams.get("scheduleIdentifierType") ?? "id";
      const asked = decodeURIComponent(identifier);
      const name = by === "name" ? asked : asked === OPSGENIE_ID ? "Ops schedule" : "";
      const onCall = schedules.get(name);
      if (!onCall) return refuse(404, `No schedule exists with ${by} [${asked}]`);
      const _parent = { id: OPSGENIE_ID, name, enabled: true };
      const data =
        searchParams.get("flat") === "true"
          ? { _parent, onCallRecipients: onCall }
          : { _parent, onCallParticipants: onCall.map((user) => ({ name: user, type: "user" })) };
      return Response.json({ data, took: 0.1, requestId: "r1" });
    },
    limited: () => refuse(429, "You are making too many requests!", { "retry-after": "60" }),
  });
  return Object.assign(server, { schedules });
}

const refuse = (status: number, message: string, headers: Record<string, string> = {}): Response =>
  Response.json({ message, took: 0.001, requestId: "r0" }, { status, headers });
