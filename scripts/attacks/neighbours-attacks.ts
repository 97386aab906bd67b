import type { AttackArea } from "./attack.ts";

export const NEIGHBOURS_ATTACKS: AttackArea = {
  title: "Misbehaving tools and servers",
  attacks: [
    {
      attack: "A tool that only reads sends X-HTTP-Method-Override, X-Original-URL or _method",
      guarantee: "G22",
      file: "packages/server/test/connectors/http.int.test.ts",
      tests: ["G22 no header or parameter makes a call"],
    },
    {
      attack: "A tool that only reads sends the same headers in other spellings",
      guarantee: "G22",
      file: "packages/server/test/core/rerouting.unit.test.ts",
      tests: ["G22 headers that change the method", "G22 parameters that servers read as the method"],
    },
    {
      attack: "An upstream echoes the secret it was configured with, plain or encoded",
      guarantee: "G28",
      file: "packages/server/test/tools/upstreams/echoed-secrets.int.test.ts",
      tests: ["G28 what an upstream was configured with"],
    },
    {
      attack: "A secret in hex, in an address, or at any place of a base64 text",
      guarantee: "G28",
      file: "packages/server/test/tools/upstreams/secrets.unit.test.ts",
      tests: ["G28 a secret is masked in every form"],
    },
    {
      attack: "An error contains a secret from the settings, a file, an upstream or a connection, and is logged",
      guarantee: "G28",
      file: "packages/server/test/config/masked-log.int.test.ts",
      tests: ["G28 no log line", "G28 secrets that are kept"],
    },
    {
      attack:
        "A command reads the data folder or the settings, writes to them, kills or traces the server, or uncovers hidden files",
      guarantee: "G57",
      file: "packages/server/test/tools/upstreams/sandbox.int.test.ts",
      tests: ["G57 a command ", "G57 what the command line names"],
    },
    {
      attack: "An upstream lists a malformed tool, so that clients refuse the whole list",
      guarantee: "G29",
      file: "packages/server/test/mcp/odd-definitions.unit.test.ts",
      tests: ["G29 whatever is changed in a definition", "G29 no inputSchema", "G29 outputSchema that does not compile"],
    },
    {
      attack: "The same over a socket, beside a healthy upstream",
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
      attack: "A tool takes the name under which agents see another tool",
      guarantee: "G29",
      file: "packages/server/test/mcp/odd-definitions.int.test.ts",
      tests: ["G29 names that model providers refuse"],
    },
    {
      attack: "A server answers one call with 50 MB while another agent's call runs over the same connection",
      guarantee: "G33",
      file: "packages/server/test/mcp/large-results.int.test.ts",
      tests: ["G33 an answer of 50 MB", "G33 an approved call whose answer", "G33 an answer beyond the maximum"],
    },
    {
      attack:
        "A server sends noise, a notification or a request that is too large, or a line cut anywhere, with ids of other calls in its text",
      guarantee: "G33",
      file: "packages/server/test/tools/upstreams/stdio.int.test.ts",
      tests: ["G33 messages that are too long"],
    },
    {
      attack: "The beginning of a response that was too large to be read contains a secret, or cuts one off",
      guarantee: "G28",
      file: "packages/server/test/tools/upstreams/echoed-secrets.int.test.ts",
      tests: ["G28 the beginning of an answer"],
    },
    {
      attack: "Another agent, or another workspace, reads the large result of an approved call",
      guarantee: "G33 G9",
      file: "packages/server/test/mcp/large-results.int.test.ts",
      tests: ["G33 nobody but its agent"],
    },
    {
      attack: "The stored part of a result is changed or deleted in the database",
      guarantee: "G12",
      file: "packages/server/test/mcp/large-results.int.test.ts",
      tests: ["G12 what is kept of a result"],
    },
    {
      attack: "A server claims that more of its result is stored than it sent",
      guarantee: "G33",
      file: "packages/server/test/mcp/large-result.unit.test.ts",
      tests: ["G33 a server cannot say"],
    },
    {
      attack: "A trusted server hides a new tool beyond a maximum that is then raised",
      guarantee: "G33 G14",
      file: "packages/server/test/engine/vetting.contract.test.ts",
      tests: ["G33 tools beyond the maximum"],
    },
    {
      attack:
        "A tool asks the client for a feature that it does not support, and people are asked about its calls again and again",
      guarantee: "G33",
      file: "packages/server/test/mcp/client-needs.int.test.ts",
      tests: ["G33 "],
    },
  ],
};
