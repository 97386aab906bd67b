import type { AttackArea } from "./attack.ts";

const CHECKS = "packages/server/test/engine/checks.int.test.ts";
const URGENT = "packages/server/test/http/urgent.int.test.ts";
const ENDLESS = "packages/server/test/review/endless-schema.unit.test.ts";

export const LOAD_ATTACKS: AttackArea = {
  title: "Availability",
  attacks: [
    {
      attack: "An input makes a pattern of its tool's schema backtrack for years",
      guarantee: "G6",
      file: CHECKS,
      tests: ["G6 a check that takes too long"],
    },
    {
      attack: "An input makes the expression of a policy or a grant search lists within lists for years",
      guarantee: "G6",
      file: CHECKS,
      tests: ["G6 an expression that takes too long"],
    },
    {
      attack: "One key sends thirty calls whose checks never end while others need checks",
      guarantee: "G30",
      file: CHECKS,
      tests: ["G30 one caller has one check under way"],
    },
    {
      attack: "A large input, a pattern or a nested search is checked on a thread for which everyone waits",
      guarantee: "G30",
      file: CHECKS,
      tests: ["G30 whatever may take long leaves the main thread"],
    },
    {
      attack: "One key sends more requests per second than its limit, including refused ones, and large bodies",
      guarantee: "G30",
      file: "packages/server/test/http/request-limits.unit.test.ts",
      tests: ["G30 a credential", "G30 a large body"],
    },
    {
      attack:
        "Checks that never end are running and the agent floods the server while a person stops everything, rejects and requests the health status",
      guarantee: "G30 G6",
      file: URGENT,
      tests: ["G30 G6 a stop, a rejection and health"],
    },
    {
      attack: "All database connections are in use while a person stops everything and rejects",
      guarantee: "G30",
      file: "packages/server/test/engine/urgent.pg.test.ts",
      tests: ["G30 a stop and a rejection wait for no connection"],
    },
    {
      attack: "An address sends request after request with unknown, revoked or malformed keys, to HTTP routes and over MCP",
      guarantee: "G30",
      file: "packages/server/test/mcp/key-failures.int.test.ts",
      tests: ["G30 requests with keys that do not hold"],
    },
    {
      attack: "Requests with unknown keys come from all addresses of an IPv6 network, or from more networks than are counted",
      guarantee: "G30",
      file: "packages/server/test/http/key-failures.unit.test.ts",
      tests: ["G30 requests with keys that do not hold", "G30 counts of more"],
    },
    {
      attack: "One credential opens stream after stream of live events",
      guarantee: "G30",
      file: "packages/server/test/http/live-events.int.test.ts",
      tests: ["G30 a credential may hold a number of streams"],
    },
    {
      attack: "Passwords are guessed, many at once, for one person and for many, from one address and from a whole network",
      guarantee: "G30",
      file: "packages/server/test/identity/sign-in.pg.test.ts",
      tests: ["G30 failures of one person at an address"],
    },
    {
      attack: "A client writes its own X-Forwarded-For to pass for another client, with and without proxies",
      guarantee: "G30",
      file: "packages/server/test/http/client-address.unit.test.ts",
      tests: ["G30 from"],
    },
    {
      attack: "A tool is registered whose schema refers to itself, so that no check against it would end",
      guarantee: "G30",
      file: ENDLESS,
      tests: ["G30 a schema that comes back to itself"],
    },
  ],
};
