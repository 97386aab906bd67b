import { NOT_VETTED, riskName, type Action } from "@countersign/protocol";
import { Fact } from "./fact.tsx";
import { ReasonList } from "./reason-list.tsx";
import { Section } from "./section.tsx";
import classes from "./action-page.module.css";

/** Why it needs a person and which one, and what makes it as risky as it is rated. */
export function WhyAsked({ action: { approval, ratedRisk, vetted, riskReasons } }: { action: Action }) {
  return (
    <Section title="Why a person is asked">
      <dl className={classes.facts}>
        <Fact name="Why it needs approval" wide>
          {approval.why}
        </Fact>
        <Fact name="Who may decide" wide>
          {approval.who}
        </Fact>
        <Fact name={`${riskName(ratedRisk)}${vetted ? "" : `, ${NOT_VETTED.toLowerCase()}`}, because`} wide>
          <ReasonList texts={riskReasons} />
        </Fact>
      </dl>
    </Section>
  );
}
