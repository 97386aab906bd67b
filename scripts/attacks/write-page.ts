import type { Attack, AttackArea } from "./attack.ts";
import type { TestResult } from "./read-results.ts";

const HEAD = `# Attacks

Written by \`npm run attacks\` from the results of the tests; \`npm run verify\` compares this page with its own run and fails if an
attack has no test, if a test fails, or if the page is out of date. *Tried* and *held* count tests; a test of a property or a table
tries many cases. The [threat model](threat-model.md) lists the controls, and [SPEC.md](../../SPEC.md) states what each guarantee promises.
`;

/** Returns the page and its faults: attacks without a test, and tests that did not pass. */
export function writePage(
  areas: readonly AttackArea[],
  suites: readonly string[],
  results: readonly TestResult[],
): { page: string; faults: string[] } {
  const rows = areas.map(({ title, attacks }) => ({ title, rows: attacks.map((attack) => judge(attack, results)) }));
  const hostile = suites.map((suite) => ({ suite, tests: results.filter(({ file }) => isIn(suite, file)) }));
  const tried = [...rows.flatMap((area) => area.rows.flatMap(({ tests }) => tests)), ...hostile.flatMap(({ tests }) => tests)];
  const all = [...new Set(tried)];
  const faults = [
    ...rows.flatMap((area) => area.rows.flatMap((row) => row.missing)),
    ...hostile.filter(({ tests }) => tests.length === 0).map(({ suite }) => `${suite}: no test has run`),
    ...all.filter(({ hasPassed }) => !hasPassed).map(({ file, title }) => `${file}: ${title} has not passed`),
  ];
  const page = [
    HEAD,
    `**${all.length} tests tried, ${all.filter(({ hasPassed }) => hasPassed).length} held.**\n`,
    ...rows.filter((area) => area.rows.length > 0).map(areaSection),
    "## Hostile suites\n\nEach test of these files is an attack.\n",
    ...hostile.map(({ suite, tests }) => suiteSection(suite, tests)),
  ].join("\n");
  return { page, faults };
}

interface Row {
  attack: Attack;
  tests: TestResult[];
  missing: string[];
}

function judge(attack: Attack, results: readonly TestResult[]): Row {
  const inFile = results.filter(({ file }) => file === attack.file);
  const found = attack.tests.map((begin) => ({ begin, tests: inFile.filter(({ title }) => title.startsWith(begin)) }));
  return {
    attack,
    tests: [...new Set(found.flatMap(({ tests }) => tests))],
    missing: found
      .filter(({ tests }) => tests.length === 0)
      .map(({ begin }) => `${attack.attack}: ${attack.file} has no test that begins with "${begin}"`),
  };
}

const areaSection = ({ title, rows }: { title: string; rows: readonly Row[] }): string =>
  [
    `## ${title}\n`,
    "| attack | guarantee | tests | tried | held |",
    "|---|---|---|---|---|",
    ...rows.map(
      ({ attack, tests }) =>
        `| ${cell(attack.attack)} | ${attack.guarantee} | \`${attack.file}\` | ${tests.length} | ${held(tests)} |`,
    ),
    "",
  ].join("\n");

function suiteSection(suite: string, tests: readonly TestResult[]): string {
  const titles = [...new Set(tests.map(({ title }) => title))].sort();
  return [
    `### \`${suite}\`\n`,
    `${tests.length} tried, ${held(tests)} held.\n`,
    ...titles.map((title) => `- ${cell(title)}`),
    "",
  ].join("\n");
}

const isIn = (suite: string, file: string): boolean => (suite.endsWith("/") ? file.startsWith(suite) : file === suite);
const held = (tests: readonly TestResult[]): number => tests.filter(({ hasPassed }) => hasPassed).length;
/** Escapes a test's title for Markdown, so that it contains no markup and does not end the table cell. */
const cell = (text: string): string => text.replaceAll(/[\\|<>*_`[\]]/g, "\\$&").replaceAll(/\s+/g, " ");
