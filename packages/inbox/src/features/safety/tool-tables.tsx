import { isCallableState, isVettedState, type Tool } from "@countersign/protocol";
import { strings } from "../../strings/safety.tsx";
import { RiskMarks } from "../../ui/risk-marks.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { Section } from "./section.tsx";

/** From this level on, a tool that runs without approval is worth a look. */
const SIGNAL_RISK = 3;

const nameOf = ({ name }: Tool) => <VisibleText text={name} newlines="mark" />;

/** Tools that agents do not get although a source provides them. */
export function Withheld({ tools }: { tools: readonly Tool[] }) {
  const words = strings.withheld;
  const withheld = tools.filter(({ vetting }) => vetting.state === "changed" || vetting.state === "withheld");
  return (
    <Section
      title={words.title}
      none={words.none}
      head={words.head}
      rows={withheld.map((tool) => ({
        key: tool.name,
        cells: [
          nameOf(tool),
          tool.upstream === null ? "–" : <VisibleText key="from" text={tool.upstream} newlines="mark" />,
          tool.vetting.changed?.was ? words.definitionChanged : (tool.vetting.findings[0]?.message ?? words.waitsToBeAccepted),
        ],
      }))}
    />
  );
}

/** Tools in use that need a second look: risky ones with little or no approval, and findings in their definitions. */
export function RiskSignals({ tools }: { tools: readonly Tool[] }) {
  const used = tools.filter(({ enabled, vetting }) => enabled && isCallableState(vetting.state));
  const signals = used
    .map((tool) => ({ tool, says: signalsOf(tool) }))
    .filter(({ says }) => says.length > 0)
    .toSorted((a, b) => b.tool.risk - a.tool.risk);
  return (
    <Section
      title={strings.signals.title}
      none={strings.signals.none}
      head={strings.signals.head}
      rows={signals.map(({ tool, says }) => ({
        key: tool.name,
        cells: [
          nameOf(tool),
          <RiskMarks key="risk" of={{ ...tool, vetted: isVettedState(tool.vetting.state) }} />,
          says.join(" "),
        ],
      }))}
    />
  );
}

function signalsOf({ risk, approval, groups, inClient, vetting, routingRules }: Tool): string[] {
  const words = strings.signals;
  const hasRules = routingRules.length > 0;
  return [
    ...(risk >= SIGNAL_RISK && approval === "never" ? [words.runsWithoutAsking(hasRules)] : []),
    ...(risk >= SIGNAL_RISK && approval === "when" ? [hasRules ? words.asksByExpressions : words.conditionalOnCritical] : []),
    ...groups.flatMap(({ group, approval: said }) =>
      risk >= SIGNAL_RISK && said === "never" ? [words.groupLetsItRun(group, hasRules)] : [],
    ),
    ...(risk > SIGNAL_RISK && inClient === true ? [words.approvedAtClient] : []),
    ...vetting.findings.map(({ message }) => message),
  ];
}
