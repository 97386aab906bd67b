import type { AttackArea } from "./attack.ts";

export const GATEWAY_ATTACKS: AttackArea = {
  title: "The gateway's doors",
  attacks: [
    {
      attack:
        "One agent reads the roots, requests, log messages, updates or resources of another through a server they both use",
      guarantee: "G27",
      file: "packages/server/test/mcp/two-agents.int.test.ts",
      tests: ["G27 "],
    },
    {
      attack: "A server defines a tool otherwise in an agent's session than where its definition was vetted",
      guarantee: "G14",
      file: "packages/server/test/tools/upstreams/peer-connections.unit.test.ts",
      tests: ["G14 a tool that its server defines otherwise"],
    },
  ],
};
