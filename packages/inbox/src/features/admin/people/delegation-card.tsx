import { displayText, type Delegation } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { strings } from "../../../strings/people.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { useClock } from "../../../ui/use-clock.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact } from "../shared/card-parts.tsx";
import classes from "../shared/admin.module.css";

interface Props {
  delegation: Delegation;
  /** Null if this person may not end the delegation. */
  onEnd: (() => void) | null;
}

export function DelegationCard({ delegation, onEnd }: Props) {
  const now = useClock();
  const { user, delegate, from, to, createdAt, createdBy, revokedAt } = delegation;
  // The page's clock advances in coarse steps, so a delegation that begins on creation counts as begun.
  const hasBegun = Date.parse(from) <= Math.max(now, Date.parse(createdAt));
  const isOver = revokedAt !== null || Date.parse(to) <= now;
  const words = strings.delegates;
  const what = words.delegateOf(displayText(delegate.name, { newlines: "mark" }), displayText(user.name, { newlines: "mark" }));
  return (
    <li>
      <article className={classes.card} aria-label={what}>
        <h2 className={classes.cardTitle}>
          {words.delegateOfShown(
            <VisibleText text={delegate.name} newlines="mark" />,
            <VisibleText text={user.name} newlines="mark" />,
          )}
        </h2>
        <dl className={classes.facts}>
          <Fact name={words.now}>{isOver ? words.over : hasBegun ? words.decides : words.notBegun}</Fact>
          <Fact name={words.from}>
            <Moment at={from} />
          </Fact>
          <Fact name={words.to}>
            <Moment at={to} />
          </Fact>
          <Fact name={words.named}>
            {words.namedBy(<VisibleText text={createdBy.name} newlines="mark" />, <Moment at={createdAt} />)}
          </Fact>
          {revokedAt !== null && (
            <Fact name={words.ended}>
              <Moment at={revokedAt} />
            </Fact>
          )}
        </dl>
        {onEnd && !isOver && (
          <div className={classes.buttons}>
            <Button size="compact-sm" variant="default" aria-label={words.endOf(what)} onClick={onEnd}>
              {words.end}
            </Button>
          </div>
        )}
      </article>
    </li>
  );
}
