import { PRINCIPAL_KINDS, type ContentState, type Target } from "@countersign/protocol";
import { useQuery } from "@tanstack/react-query";
import { elementQuery, revisionsQuery } from "../../../api/content-queries.ts";
import { strings } from "../../../strings/drawing.tsx";
import { ContentDiff } from "./content-diff.tsx";
import { PartHead, PartValue } from "./part-view.tsx";
import type { ContentProposal } from "./read-content.ts";
import { threeWayParts, touchedIn } from "./three-way-parts.ts";
import type { DiffLayout } from "../../../ui/diff-rows.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { PrincipalName } from "../../../ui/principal-name.tsx";
import content from "./content.module.css";
import classes from "../../../ui/three-states.module.css";

interface Props {
  proposal: ContentProposal;
  target: Target;
  now: ContentState | null;
  /** State that a rebase would propose; drawn only if `target.canRebase`. */
  next: ContentState | null;
  layout: DiffLayout;
}

/**
 * Compares each field of a content element as it was at the proposal, as it is now and as proposed. Names who changed it since
 * the proposal, and marks fields that a rebase would leave out.
 */
export function ContentThreeWay({ proposal, target, now, next, layout }: Props) {
  const words = strings.threeStates;
  const { elementId, fields, references, revision } = proposal.content;
  const isKnown = elementId !== null && target.state !== "gone";
  const { data: revisions = [] } = useQuery({ ...revisionsQuery(elementId ?? ""), enabled: isKnown });
  const { data: element } = useQuery({ ...elementQuery(elementId ?? ""), enabled: isKnown });
  const all = [...(element?.references ?? []), ...references];
  const known = new Map(all.map((one) => [one.id, one]));
  const parts = threeWayParts(fields, proposal.current, now, proposal.proposed);
  const left = new Set(target.conflicts?.map((name) => name.slice(name.lastIndexOf("/") + 1)));
  return (
    <div className={content.fields}>
      {parts.map(({ change, states, isProposed, isTouched }) => {
        const touch = isTouched ? touchedIn(revisions, revision ?? 0, change) : undefined;
        const isLeftOut = left.has(change.name) || (isProposed && isTouched && target.conflicts === undefined);
        return (
          <div key={`${change.part} ${change.name}`} className={content.field} data-left-out={isLeftOut || undefined}>
            <PartHead change={change}>
              <span className={content.kind}>
                {isProposed && `${words.isProposed} `}
                {isTouched && (
                  <>
                    {touch
                      ? words.touchedBy(
                          <PrincipalName
                            principal={{
                              ...touch.modifiedBy,
                              kind: PRINCIPAL_KINDS.find((one) => one === touch.modifiedBy.kind) ?? "system",
                            }}
                          />,
                          <Moment at={touch.modifiedAt} />,
                        )
                      : words.isTouched}{" "}
                  </>
                )}
                {isLeftOut && <strong className={classes.leftOut}>{words.isLeftOut}</strong>}
              </span>
            </PartHead>
            <div className={classes.three}>
              {[words.atProposal, words.now, words.proposed].map((name, index) => (
                <div key={name} className={classes.state} role="group" aria-label={`${name}: ${change.name}`}>
                  <p className={content.sideName}>{name}</p>
                  <PartValue change={change} value={states[index]} references={known} />
                </div>
              ))}
            </div>
          </div>
        );
      })}
      {target.canRebase && (
        <section aria-label={words.wouldChange} className={content.field}>
          <h3 className={classes.name}>{words.wouldChange}</h3>
          <ContentDiff content={{ fields, references: all }} current={now} proposed={next} layout={layout} />
        </section>
      )}
    </div>
  );
}
