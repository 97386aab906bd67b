import { DECISION_PLACES, mayApprove, RISKS, ROLES, type ApprovalAnswer, type DecisionPlace } from "@countersign/protocol";

const HEAD = `# Where an action can be approved

Written by \`npm run matrices\` from the table of decision places in \`packages/protocol/src/decision-places.ts\`; a test fails if this
page is out of date, and \`packages/protocol/test/decision-places.unit.test.ts\` checks each of these answers. The server also
checks the tool's own rules (approver roles and groups, several approvers, nobody approves their own proposal).

**yes**: can be approved here. **not yet**: can be approved here once everything that the decision rests on is on the screen (*drawn*). **elsewhere**: cannot
be approved in this place; the answer points to the inbox. **no**: this person cannot decide. A place that does not draw the action itself (the agent's client, the
command line, the API) cannot know what was on a screen: the digest states what was approved. Actions can be rejected in any place.
To approve a question means to answer it.
`;

const WORDS: Record<ApprovalAnswer, string> = { yes: "yes", undrawn: "not yet", place: "elsewhere", role: "no" };

/** The matrix place × risk × vetted or not × role × drawn or not. */
export function placesPage(): string {
  const asked = ROLES.flatMap((role) => [true, false].map((isDrawn) => ({ role, isDrawn })));
  const calls = [true, false].flatMap((vetted) => RISKS.map((risk) => ({ risk, vetted, isQuestion: false })));
  const cares = [...calls, { risk: 1, vetted: true, isQuestion: true } as const];
  const sections = (Object.keys(DECISION_PLACES) as DecisionPlace[]).map((place) =>
    [
      `## ${capital(DECISION_PLACES[place].name)}\n`,
      `| risk | ${asked.map(({ role, isDrawn }) => `${role}, ${isDrawn ? "drawn" : "not drawn"}`).join(" | ")} |`,
      `|---|${asked.map(() => "---|").join("")}`,
      ...cares.map(
        (care) =>
          `| ${care.isQuestion ? "a question" : `L${care.risk}${care.vetted ? "" : ", not vetted"}`} | ${asked.map((one) => WORDS[mayApprove({ place, ...care, ...one })]).join(" | ")} |`,
      ),
      "",
    ].join("\n"),
  );
  const count = sections.length * cares.length * asked.length;
  return [HEAD, `**${count} answers.**\n`, ...sections].join("\n");
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);
