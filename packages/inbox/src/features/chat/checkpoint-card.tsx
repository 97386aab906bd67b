import { IconStack2 } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { checkpointQuery } from "../../api/action-queries.ts";
import { mayDecide, useMe } from "../../api/signed-in.ts";
import { strings } from "../../strings/chat.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import classes from "./checkpoint-card.module.css";

interface Props {
  id: string;
  /** Words of the agent. */
  label: string;
}

/** A checkpoint that the agent opened here, and the way to the page where its proposals are decided together. */
export function CheckpointCard({ id, label }: Props) {
  const words = strings.checkpoint;
  const heading = useId();
  const { data, error } = useQuery(checkpointQuery(id));
  const canDecide = mayDecide(useMe()) && data?.decided === null && data.pending > 0;
  return (
    <article className={classes.card} aria-labelledby={heading}>
      <IconStack2 size={18} aria-hidden />
      <div className={classes.what}>
        <p id={heading} className={classes.label}>
          {words.label(<VisibleText text={label} newlines="mark" />)}
        </p>
        <p className={classes.state} role="status">
          {data ? stateOf(data) : error ? words.unread(error.message) : words.reading}
        </p>
      </div>
      <TextLink to="/checkpoints/$id" params={{ id }}>
        {canDecide ? words.decide(data.pending) : words.open}
      </TextLink>
    </article>
  );
}

function stateOf({
  pending,
  decided,
  items,
}: {
  pending: number;
  decided: { verdict: "approve" | "reject" } | null;
  items: readonly unknown[];
}) {
  const words = strings.checkpoint;
  if (decided) return decided.verdict === "approve" ? words.approved : words.rejected;
  return pending > 0 ? words.waiting(pending, items.length) : items.length > 0 ? words.decidedAlone : words.empty;
}
