import { displayText, type Action, type Effect } from "@countersign/protocol";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { Fact } from "./fact.tsx";
import { Section } from "./section.tsx";
import classes from "./action-page.module.css";

const EFFECT_WORDS = {
  transactional: "exactly once, with its record",
  idempotent: "takes effect once, also after a repeat",
  reconcilable: "looked up before it is repeated",
  unsafe: "at most once; a lost run asks a person",
} as const satisfies Record<Effect, string>;

/** Where it belongs, and what happens to a run that is lost. */
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
            <span title={displayText(action.batchId, { newlines: "mark" })}>all of this batch</span>
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
              all its proposals, in one table
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
        <Fact name="On record">
          <TextLink to="/actions/$id/evidence" params={{ id: action.id }}>
            evidence with its proof
          </TextLink>
        </Fact>
        <Fact name="Id">
          <VisibleText text={action.id} newlines="mark" />
        </Fact>
      </dl>
    </Section>
  );
}
