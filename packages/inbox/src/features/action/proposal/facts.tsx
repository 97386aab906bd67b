import { type Action, NOT_VETTED, riskName, displayText, type Effect } from "@countersign/protocol";
import { Moment } from "../../../ui/moment.tsx";
import { DigestChip } from "../../../ui/digest-chip.tsx";
import { PrincipalName } from "../../../ui/principal-name.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Assignment } from "../decision/assignment.tsx";
import { TimeLimit } from "../decision/time-limit.tsx";
import { Fact, ReasonList, Section } from "../section.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import classes from "../action-page.module.css";

/** Facts from the stored row; none of them is in the agent's words. */
export function Facts({ action }: { action: Action }) {
  return (
    <dl className={classes.facts}>
      <Fact name="Tool">
        <code>
          <VisibleText text={action.toolName} newlines="mark" />
        </code>
      </Fact>
      {action.target !== null && (
        <Fact name="Changes">
          <VisibleText text={action.target} newlines="mark" />
        </Fact>
      )}
      <Fact name="Proposed by">
        <PrincipalName principal={action.proposedBy} />, <Moment at={action.createdAt} />
      </Fact>
      <TimeLimit action={action} />
      <Fact name="Digest">
        <DigestChip digest={action.digest} />
      </Fact>
      <Assignment action={action} />
    </dl>
  );
}

/** Why an approval is required, who may decide, and the reasons for the risk. */
export function WhyAsked({ action: { approval, ratedRisk, vetted, riskReasons } }: { action: Action }) {
  const { policies = [] } = approval;
  return (
    <Section title="Why this needs approval">
      <dl className={classes.facts}>
        <Fact name="Why it needs approval" wide>
          {approval.why}
        </Fact>
        {policies.length > 0 && (
          <Fact name={policies.length === 1 ? "Policy" : "Policies"} wide>
            <PolicyList policies={policies} />
          </Fact>
        )}
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

/** Each policy with the parts of the call that it reads. */
function PolicyList({ policies }: { policies: NonNullable<Action["approval"]["policies"]> }) {
  return (
    <ul className={classes.reasons}>
      {policies.map(({ name, why, values }, index) => (
        <li key={index}>
          <VisibleText text={`${name}: ${why}`} newlines="mark" />
          {values.map((read) => (
            <div key={read.name} className={classes.readValue}>
              <code>
                <VisibleText text={read.name} newlines="mark" />
              </code>{" "}
              is{" "}
              <strong>
                <VisibleText text={read.value} newlines="mark" />
              </strong>
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}

const EFFECT_WORDS = {
  transactional: "exactly once, with its record",
  idempotent: "takes effect once, also after a repeat",
  reconcilable: "checked before a retry",
  unsafe: "never retried automatically",
} as const satisfies Record<Effect, string>;

/** Mission, batch and session of an action, and what happens to a lost run. */
export function MoreFacts({ action }: { action: Action }) {
  return (
    <Section title="Details">
      <dl className={classes.facts}>
        <Fact name="Runs">{EFFECT_WORDS[action.effect]}</Fact>
        {action.missionId !== null && (
          <Fact name="Mission">
            <TextLink to="/" search={{ mission: action.missionId, status: "all" }}>
              <VisibleText text={action.missionId} newlines="mark" />
            </TextLink>
          </Fact>
        )}
        <Fact name="Batch">
          <TextLink to="/" search={{ batch: action.batchId, status: "all" }}>
            <span title={displayText(action.batchId, { newlines: "mark" })}>open batch</span>
          </TextLink>
          {action.sessionId !== null && (
            <>
              {" · "}
              <TextLink to="/sessions/$id" params={{ id: action.sessionId }} search={{ batch: action.batchId }}>
                in one table
              </TextLink>
            </>
          )}
        </Fact>
        {action.sessionId !== null && (
          <Fact name="Conversation">
            <TextLink to="/sessions/$id" params={{ id: action.sessionId }} search={{}}>
              open conversation as table
            </TextLink>
          </Fact>
        )}
        {action.supersededBy !== null && (
          <Fact name="Answered by">
            <TextLink to="/actions/$id" params={{ id: action.supersededBy }} search={true}>
              the new proposal
            </TextLink>
          </Fact>
        )}
        <Fact name="Audit">
          <TextLink to="/actions/$id/evidence" params={{ id: action.id }}>
            evidence
          </TextLink>
        </Fact>
        <Fact name="Id">
          <VisibleText text={action.id} newlines="mark" />
        </Fact>
      </dl>
    </Section>
  );
}
