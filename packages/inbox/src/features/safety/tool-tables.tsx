import { isCallableState, isVettedState, type Tool } from "@countersign/protocol";
import { RiskMarks } from "../../ui/risk-marks.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { Section } from "./section.tsx";

/** From this level on, a tool that runs without approval is worth a look. */
const SIGNAL_RISK = 3;

const nameOf = ({ name }: Tool) => <VisibleText text={name} newlines="mark" />;

/** Tools that agents do not get although a source provides them. */
export function Withheld({ tools }: { tools: readonly Tool[] }) {
  const withheld = tools.filter(({ vetting }) => vetting.state === "changed" || vetting.state === "withheld");
  return (
    <Section
      title="Withheld tools"
      none="None: every tool's definition is as an administrator accepted it."
      head={["Tool", "From", "Why"]}
      rows={withheld.map((tool) => ({
        key: tool.name,
        cells: [
          nameOf(tool),
          tool.upstream === null ? "–" : <VisibleText key="from" text={tool.upstream} newlines="mark" />,
          tool.vetting.changed?.was ? "Its definition changed" : (tool.vetting.findings[0]?.message ?? "Waits to be accepted"),
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
      title="Risk signals"
      none="None: every risky tool asks a person, and no definition in use has a finding."
      head={["Tool", "Risk", "Signal"]}
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
  const unless = routingRules.length > 0 ? " unless a routing rule applies" : "";
  return [
    ...(risk >= SIGNAL_RISK && approval === "never" ? [`Runs without asking anybody${unless}.`] : []),
    ...(risk >= SIGNAL_RISK && approval === "when"
      ? [routingRules.length > 0 ? "Asks by expressions only." : "Conditional approval on a critical tool."]
      : []),
    ...groups.flatMap(({ group, approval: said }) =>
      risk >= SIGNAL_RISK && said === "never" ? [`Group ${group} lets it run without asking${unless}.`] : [],
    ),
    ...(risk > SIGNAL_RISK && inClient === true ? ["May be approved at the agent's client."] : []),
    ...vetting.findings.map(({ message }) => message),
  ];
}
