import type { AttackArea } from "./attack.ts";

export const GATEWAY_ATTACKS: AttackArea = {
  title: "MCP gateway",
  attacks: [
    {
      attack:
        "One agent reads the roots, requests, log messages, updates or resources of another through a server they both use",
      guarantee: "G27",
      file: "packages/server/test/mcp/two-agents.int.test.ts",
      tests: ["G27 "],
    },
    {
      attack: "A server defines a tool differently in an agent's session than where its definition was vetted",
      guarantee: "G14",
      file: "packages/server/test/tools/upstreams/peer-connections.unit.test.ts",
      tests: ["G14 a tool that its server defines otherwise"],
    },
    {
      attack:
        "A resource that no server lists is requested from every server, and additional parameters carry the conversation to them",
      guarantee: "G14",
      file: "packages/server/test/mcp/requests.int.test.ts",
      tests: ["G14 a resource is read at the one server", "G14 what no server lists"],
    },
    {
      attack: "Resources and prompts are read during an emergency stop, or from an untrusted server without approval",
      guarantee: "G14 G21 G6",
      file: "packages/server/test/mcp/requests.int.test.ts",
      tests: ["G21 an emergency stop holds", "G14 reading a resource waits", "G6 a rejected prompt"],
    },
    {
      attack: "A server asks the person for a password under another server's name, or with invisible characters",
      guarantee: "G14",
      file: "packages/server/test/mcp/upstream-question.unit.test.ts",
      tests: ["G14 "],
    },
  ],
};
