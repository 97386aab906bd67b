import { expect, test } from "vitest";
import { checkBlock } from "./code-blocks/check-block.ts";
import { findTypeFaults } from "./code-blocks/check-programs.ts";
import { readPage, readPages } from "./code-blocks/read-pages.ts";

const pages = readPages();
const withBlocks = pages.filter(({ blocks }) => blocks.length > 0);

test.each(withBlocks.map((page) => [page.path, page] as const))("every code block of %s is right", async (_path, page) => {
  const faults: string[] = [];
  for (const block of page.blocks) faults.push(...(await checkBlock(block, page)));
  expect(faults).toEqual([]);
});

test("every program of the pages fits the types of the packages, and a wrong one is found by its line", () => {
  const page = '# Wrong\n\n```ts\nimport { Countersign } from "@countersign/sdk";\nnew Countersign({ adress: url });\n```\n';
  expect(findTypeFaults([...pages, readPage("wrong.md", page)])).toEqual([
    expect.stringMatching(/^wrong\.md:5: .*'adress' does not exist/),
    "wrong.md:5: Cannot find name 'url'. Did you mean 'URL'?",
  ]);
});

/** One wrong block each, with what must be said of it. */
const WRONG: readonly (readonly [language: string, text: string, fault: RegExp])[] = [
  ["", "nothing", /checks the language/],
  ["cobol", "STOP RUN.", /checks the language `cobol`/],
  ["js", "export default async function (input) { return input.missing.id; }", /undefined/],
  ["sh", "npm run frobnicate", /no npm script frobnicate/],
  ["sh", "npm run countersign -- demo --dta .data", /unknown option '--dta'/],
  ["sh", "npm run countersign -- demo everything", /'everything' is invalid/],
  ["sh", "npm run countersign demo --data .data", /npm itself takes options/],
  ["sh", "npm run bench -- --only everything", /knows no everything/],
  ["sh", "countersign approve", /missing required argument 'id'/],
  ["sh", "countersign start --config elsewhere.yaml", /does not say what elsewhere\.yaml is/],
  ["sh", "countersign start --port none", /number from 0 to 65535/],
  ["sh", "node missing.mjs", /does not say what missing\.mjs is/],
  ["sh", "COUNTERSIGN_EMBED_ORIGINS=https://*.example.com", /must be origins/],
  ["sh", "COUNTERSIGN_PORTS=7420", /nothing reads COUNTERSIGN_PORTS/],
  ["sh", "echo 'open", /[Uu]nterminated/],
  ["sh", "brew install it", /nothing here can check `brew`/],
  ["sh", "curl $SERVER/api/keys", /must begin with \$URL/],
  ["sh", "URL=http://127.0.0.1:7420\ncurl -X PUT $URL/api/keys -d '{}'", /is called with GET, POST, not PUT/],
  ["sh", 'URL=http://127.0.0.1:7420\ncurl $URL/api/keys -d \'{"kind": "robot"}\'', /\/kind/],
  ["sh", "URL=http://127.0.0.1:3000\ncurl $URL/api/keys", /127\.0\.0\.1:3000 is not the address/],
  ["sh", 'URL=http://127.0.0.1:7420\ncurl $URL/api/keys -H "authorization: Bearer $TOKEN"', /does not say what \$TOKEN is/],
  ["sh", "claude mcp add countersign http://127.0.0.1:7420/mcp", /the inbox shows claude mcp add --transport http/],
  ["http", "PUT /api/tool/pay\n{}", /no route \/api\/tool\/pay/],
  ["http", 'PUT /api/tools/pay\n{ "aproval": "never" }', /aproval: is not a known key/],
  ["http", 'PUT /api/tools/pay\n{ "approvalWhen": "args.amount >" }', /approvalWhen: characters/],
  ["json", "{ a: 1 }", /JSON/],
  ["json", '{ "apple": 1 }', /nothing here knows/],
  ["json", '{ "toolName": "pay" , "toolInput": 4 }', /toolInput/],
  ["json", '{ "question": "", "form": { "type": "object", "properties": {} } }', /question/],
  ["json", '{ "mcpServers": { "countersign": { "url": "http://127.0.0.1:7420/mcp" } } }', /no such settings/],
  ["json", '{ "connector": "payload", "name": "p", "settings": { "url": "here" }, "credentials": {} }', /\/url/],
  ["json", '{ "url": "", "agentKey": "csa_1", "workerKey": "csw_1", "wait": 5 }', /reads no wait/],
  ["json", '{ "type": "action.approved", "timestamp": "", "data": { "action": "1" } }', /the data of a message have/],
  ["yaml", "upstreams:\n  notes:\n    comand: npx", /comand: there is no such setting/],
  ["yaml", 'upstreams:\n  a:\n    command: npx\n    args: ["@modelcontextprotocol/server-filesystem@1.0.0"]', /the tests run/],
  ["toml", "[mcp_servers.countersign]", /the inbox shows/],
  ["cel", "args.amount >", /characters/],
  ["html", '<countersign-action id="1"></countersign-action>', /defines no countersign-action with id/],
  ["html", '<script>tell({ type: "countersign:approve" })</script>', /there is no message countersign:approve/],
  ["text", "agent ──► POST /api/pending-action", /no route \/api\/pending-action/],
];

test.each(WRONG)("a wrong block is found: %s %s", async (language, text, fault) => {
  const block = { page: "page.md", line: 1, language, text };
  const faults = await checkBlock(block, { path: "page.md", prose: "", blocks: [block] });
  expect(faults.join("\n")).toMatch(fault);
});
