import { displayText, type Action } from "@countersign/protocol";
import { strings } from "../../../strings/proposal.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { DigestChip } from "../../../ui/digest-chip.tsx";
import { PrincipalName } from "../../../ui/principal-name.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Assignment } from "../decision/assignment.tsx";
import { TimeLimit } from "../decision/time-limit.tsx";
import { Fact, ReasonList, Section } from "../section.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { riskWords } from "../../../ui/risk-words.ts";
import classes from "../action-page.module.css";

/** Facts from the stored row; none of them is in the agent's words. */
export function Facts({ action }: { action: Action }) {
  const words = strings.facts;
  return (
    <dl className={classes.facts}>
      <Fact name={words.tool}>
        <code>
          <VisibleText text={action.toolName} newlines="mark" />
        </code>
      </Fact>
      {action.target !== null && (
        <Fact name={words.changes}>
          <VisibleText text={action.target} newlines="mark" />
        </Fact>
      )}
      <Fact name={words.proposedBy}>
        <PrincipalName principal={action.proposedBy} />, <Moment at={action.createdAt} />
      </Fact>
      <TimeLimit action={action} />
      <Fact name={words.digest}>
        <DigestChip digest={action.digest} />
      </Fact>
      <Assignment action={action} />
    </dl>
  );
}

/** Why an approval is required, who may decide, and the reasons for the risk. */
export function WhyAsked({ action: { approval, ratedRisk, vetted, riskReasons } }: { action: Action }) {
  const { policies = [] } = approval;
  const words = strings.why;
  const because = vetted ? words.because : words.becauseNotVetted;
  return (
    <Section title={words.title}>
      <dl className={classes.facts}>
        <Fact name={words.reason} wide>
          {approval.why}
        </Fact>
        {policies.length > 0 && (
          <Fact name={words.policies(policies.length)} wide>
            <PolicyList policies={policies} />
          </Fact>
        )}
        <Fact name={words.whoMayDecide} wide>
          {approval.who}
        </Fact>
        <Fact name={because(riskWords(ratedRisk))} wide>
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
              {strings.why.readValue(
                <code>
                  <VisibleText text={read.name} newlines="mark" />
                </code>,
                <strong>
                  <VisibleText text={read.value} newlines="mark" />
                </strong>,
              )}
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** Mission, batch and session of an action, and what happens to a lost run. */
export function MoreFacts({ action }: { action: Action }) {
  const words = strings.details;
  return (
    <Section title={words.title}>
      <dl className={classes.facts}>
        <Fact name={words.runs}>{words.effects[action.effect]}</Fact>
        {action.missionId !== null && (
          <Fact name={words.mission}>
            <TextLink to="/" search={{ mission: action.missionId, status: "all" }}>
              <VisibleText text={action.missionId} newlines="mark" />
            </TextLink>
          </Fact>
        )}
        <Fact name={words.batch}>
          <TextLink to="/" search={{ batch: action.batchId, status: "all" }}>
            <span title={displayText(action.batchId, { newlines: "mark" })}>{words.openBatch}</span>
          </TextLink>
          {action.sessionId !== null && (
            <>
              {" · "}
              <TextLink to="/sessions/$id" params={{ id: action.sessionId }} search={{ batch: action.batchId }}>
                {words.inOneTable}
              </TextLink>
            </>
          )}
        </Fact>
        {action.sessionId !== null && (
          <Fact name={words.conversation}>
            <TextLink to="/sessions/$id" params={{ id: action.sessionId }} search={{}}>
              {words.openConversation}
            </TextLink>
          </Fact>
        )}
        {action.supersededBy !== null && (
          <Fact name={words.answeredBy}>
            <TextLink to="/actions/$id" params={{ id: action.supersededBy }} search={true}>
              {words.newProposal}
            </TextLink>
          </Fact>
        )}
        <Fact name={words.audit}>
          <TextLink to="/actions/$id/evidence" params={{ id: action.id }}>
            {words.evidence}
          </TextLink>
        </Fact>
        <Fact name={words.id}>
          <VisibleText text={action.id} newlines="mark" />
        </Fact>
      </dl>
    </Section>
  );
}
