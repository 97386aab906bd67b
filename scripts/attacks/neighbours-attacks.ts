import type { AttackArea } from "./attack.ts";

export const NEIGHBOURS_ATTACKS: AttackArea = {
  title: "Bad neighbours",
  attacks: [
    {
      attack: "An upstream lists a malformed tool, so that clients refuse the whole list",
      guarantee: "G29",
      file: "packages/server/test/mcp/odd-definitions.unit.test.ts",
      tests: ["G29 whatever is changed in a definition", "G29 no inputSchema", "G29 outputSchema that does not compile"],
    },
    {
      attack: "The same over a socket, beside an upstream that is well",
      guarantee: "G29",
      file: "packages/server/test/mcp/odd-definitions.int.test.ts",
      tests: ["G29 every official client lists the rest"],
    },
    {
      attack: "A malformed prompt, resource or template empties its list",
      guarantee: "G29",
      file: "packages/server/test/mcp/odd-definitions.unit.test.ts",
      tests: ["G29 the same for a"],
    },
    {
      attack: "A tool takes the name under which agents see another",
      guarantee: "G29",
      file: "packages/server/test/mcp/odd-definitions.int.test.ts",
      tests: ["G29 names that model providers refuse"],
    },
  ],
};
