// Arguments: JSON report of the hostile suite, findings of scripts/native.ts, file to write (docs/adapters/comparison.md).
import { readFileSync, writeFileSync } from "node:fs";
import { ATTACKS, type Finding } from "../src/attack-native.ts";

interface SuiteReport {
  testResults: { assertionResults: { ancestorTitles: string[]; title: string; status: string }[] }[];
}

const [oursPath, nativePath, target] = process.argv.slice(2) as [string, string, string];
const native = JSON.parse(readFileSync(nativePath, "utf8")) as Record<string, Record<string, Finding>>;
const { dependencies } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  dependencies: Record<string, string>;
};
const suite = JSON.parse(readFileSync(oursPath, "utf8")) as SuiteReport;
const results = suite.testResults.flatMap(({ assertionResults }) => assertionResults);

/** Prefix of each attack's test title in the suite. */
const TITLES: Record<string, string> = {
  "forged approval": "a forged approval",
  "replayed approval": "a replayed approval",
  "two approvals at once": "two approvals at once",
  "crash inside the tool": "a crash inside the tool",
  "one approved, one rejected": "of two parallel calls",
  "user message while pending": "a user message",
  "edited arguments": "a person's edit",
  "changed tool definition": "a tool that changed",
};
const HELD: Record<string, string> = {
  "forged approval": "did not run",
  "replayed approval": "ran once",
  "two approvals at once": "ran once",
  "crash inside the tool": "outcome unknown, a person is asked",
  "one approved, one rejected": "each as decided",
  "user message while pending": "the approved call ran once",
  "edited arguments": "the edit ran, the model was told",
  "changed tool definition": "withheld",
};
const VERSIONS: Record<string, string> = {
  "AI SDK 7": "ai",
  "AI SDK 7, with its secret": "ai",
  "AI SDK 6": "ai-v6",
  "OpenAI Agents": "@openai/agents",
  LangChain: "langchain",
  LangGraph: "@langchain/langgraph",
  Mastra: "@mastra/core",
  "MCP SDK 1": "@modelcontextprotocol/sdk",
  "MCP SDK 2": "@modelcontextprotocol/server",
};

function ours(framework: string, attack: string): Finding {
  const name = framework.split(",")[0];
  const test = results.find(({ ancestorTitles, title }) => ancestorTitles.at(-1) === name && title.startsWith(TITLES[attack]!));
  if (test === undefined) throw new Error(`The suite has no result for ${framework}, ${attack}.`);
  return test.status === "passed" ? { held: true, words: HELD[attack]! } : { held: false, words: "the suite fails" };
}

const show = ({ held, words }: Finding): string => `${held ? "held" : "**not held**"}: ${words.replaceAll("|", "/")}`;
const versionOf = (name: string): string => dependencies[VERSIONS[name]!]?.replace(/^npm:.*@/, "") ?? "";

const tables = Object.entries(native).map(([name, findings]) => {
  const rows = Object.keys(ATTACKS).map((attack) => `| ${attack} | ${show(ours(name, attack))} | ${show(findings[attack]!)} |`);
  return [
    `## ${name} (${versionOf(name)})`,
    "",
    "| attack | with Countersign | its own approval |",
    "|---|---|---|",
    ...rows,
  ].join("\n");
});

const without = Object.keys(VERSIONS).filter((name) => native[name] === undefined);
const alone = [...without, "Plain functions"].map((name) => {
  const passed = Object.keys(ATTACKS).filter((attack) => ours(name, attack).held).length;
  return `| ${[name, versionOf(name)].join(" ").trim()} | ${passed} of ${Object.keys(ATTACKS).length} held |`;
});

const head = `# Ours beside each framework's own approval

Written by \`npm run frameworks\`, which runs both: the hostile suite through every adapter against a real server, and the same
attacks against the approval that each framework has by itself, all with the real packages and scripted models. Run on Node.js
${process.versions.node}. Edit nothing here; run it again.

How the attacks are meant:

- **forged approval**: whoever speaks to the agent says that it was approved. For the AI SDK that is a made-up history, for OpenAI
  Agents a saved run that comes back approved, for LangChain, LangGraph and Mastra the resume call itself, in which nothing says who
  decided. An application that keeps all of that from its clients and checks who decides is not open to this one; the frameworks
  leave it to the application.
- **crash inside the tool**: the tool takes effect and never returns; what the framework kept is taken up again and answered again.
  Ours is a process that is really killed.
- **one approved, one rejected**: of two calls of one turn.
- **changed tool definition**: the tool is released anew, with another schema and description, while a call is pending.`;

const tail = `## Without an approval of their own

| | with Countersign |
|---|---|
${alone.join("\n")}

An MCP server can ask its client by elicitation, and the client answers: that is the agent's side, so it is no approval.`;

writeFileSync(target, `${[head, ...tables, tail].join("\n\n")}\n`);
const lost = results.filter(({ status }) => status !== "passed");
for (const { ancestorTitles, title } of lost) console.error(`not held: ${ancestorTitles.join(" ")} ${title}`);
for (const [name, findings] of Object.entries(native)) {
  const held = Object.values(findings).filter((one) => one.held).length;
  console.log(
    `${name.padEnd(28)} its own ${held} of ${Object.keys(findings).length}, with Countersign ${Object.keys(ATTACKS).filter((attack) => ours(name, attack).held).length}`,
  );
}
process.exitCode = lost.length === 0 ? 0 : 1;
