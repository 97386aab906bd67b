import type { Mutant } from "./mutants.ts";

const core = (name: string): string => `packages/server/src/core/${name}.ts`;
const decision = (name: string): string => `packages/server/src/engine/decisions/${name}.ts`;
const TESTS = "packages/server/test/engine/questions.contract.test.ts";
const JUDGED = "packages/server/test/core/judge-approval.unit.test.ts";
const PLACES = "packages/protocol/test/decision-places.unit.test.ts";

/** Guards of questions of agents. */
export const QUESTION_MUTANTS: readonly Mutant[] = [
  {
    name: "question: no approval without an answer",
    file: decision("decisions"),
    find: `if (unanswered) return unanswered;`,
    replace: `void unanswered;`,
    test: TESTS,
    only: "G45 without an answer",
  },
  {
    name: "question: no setting lets it pass",
    file: core("group-approval"),
    find: `if (isQuestionTool(tool)) return "required";`,
    replace: ``,
    test: JUDGED,
    only: "G45 no setting",
  },
  {
    name: "question: only the built-in tool asks questions",
    file: core("questions"),
    find: `source === SERVER_SOURCE && name === ASK_PERSON`,
    replace: `source.length > 0 && name === ASK_PERSON`,
    test: JUDGED,
    only: "G45 no setting",
  },
  {
    name: "question: only the tool of that name asks questions",
    file: core("questions"),
    find: `source === SERVER_SOURCE && name === ASK_PERSON`,
    replace: `source === SERVER_SOURCE && name.startsWith("ask")`,
    test: JUDGED,
    only: "G45 no setting",
  },
  {
    name: "question: no grant is written for it",
    file: "packages/server/src/engine/policy/standing-grants.ts",
    find: `...(tool && isQuestionTool(tool) ?`,
    replace: `...(tool && isQuestionTool(tool) && tool.risk > 9 ?`,
    test: TESTS,
    only: "G45 no setting, group or grant",
  },
  {
    name: "question: no grant counts for it",
    file: core("authorize"),
    find: ` || isQuestionTool(tool)) return "tool_changed";`,
    replace: `) return "tool_changed";`,
    test: TESTS,
    only: "G45 a grant of an older version",
  },
  {
    name: "question: the form decides what is an answer",
    file: decision("edit-action"),
    find: `{ inputSchema: JSON.stringify(answeredSchema(toolInput)), rules: ANSWER_RULES }`,
    replace: `{ inputSchema: "{}", rules: ANSWER_RULES }`,
    test: TESTS,
    only: "G45 an answer is what the form allows",
  },
  {
    name: "question: nothing that was asked can be edited",
    file: core("questions"),
    find: `{ protectedKeys: ASKED, knownKeys: [ANSWER] }`,
    replace: `{ protectedKeys: [], knownKeys: [ANSWER] }`,
    test: TESTS,
    only: "G45 an answer is what the form allows",
  },
  {
    name: "question: an answer has no further parts",
    file: core("questions"),
    find: `properties: Object.fromEntries(fields), additionalProperties: false };`,
    replace: `properties: Object.fromEntries(fields), additionalProperties: true };`,
    test: TESTS,
    only: "G45 an answer is what the form allows",
  },
  {
    name: "question: an agent sets no answer",
    file: "packages/server/src/tools/connectors/questions/ask-person.ts",
    find: `  required: ["question"],\n  additionalProperties: false,`,
    replace: `  required: ["question"],\n  additionalProperties: true,`,
    test: TESTS,
    only: "G45 an agent cannot answer",
  },
  {
    name: "question: the person whom the agent acts for answers",
    file: core("authorize"),
    find: `isQuestion(action) ? null : (action.agent?.actsFor ?? null)`,
    replace: `action.agent?.actsFor ?? null`,
    test: TESTS,
    only: "G45 the person whom the agent acts for",
  },
  {
    name: "question: of other calls, they do not approve",
    file: core("authorize"),
    find: `isQuestion(action) ? null : (action.agent?.actsFor ?? null)`,
    replace: `isQuestion(action) || action.toolName ? null : (action.agent?.actsFor ?? null)`,
    test: "packages/server/test/engine/authorize.contract.test.ts",
    only: "G8 G18 is judged by the facts",
  },
  {
    name: "question: not where there is no form",
    file: "packages/protocol/src/decision-places.ts",
    find: `if (isQuestion && !answers) return`,
    replace: `if (isQuestion && !answers && maxRisk > 3) return`,
    test: PLACES,
    only: "G24 every place",
  },
  {
    name: "question: the form has no characters that cannot be seen",
    file: "packages/protocol/src/questions.ts",
    find: `displayText(value, { newlines: "mark" }) === value`,
    replace: `value.length > 0`,
    test: TESTS,
    only: "a form that could not be shown whole",
  },
];
