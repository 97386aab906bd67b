import { Button } from "@mantine/core";
import { count } from "../strings/count.ts";
import { Notice } from "./notice.tsx";

interface Props {
  amount: number;
  /** Names the decision that leaves them out. */
  decision: "this approval" | "an approval";
  onShowAll: () => void;
}

/** Says that a decision on many actions leaves out those that are not shown in full. */
export const NotShownInFull = ({ amount, decision, onShowAll }: Props) => (
  <Notice tone="info" title={`${count(amount, "action")} not shown in full`}>
    {`What is not shown in full is no part of ${decision} and goes on waiting.`}{" "}
    <Button size="compact-xs" variant="default" onClick={onShowAll}>
      Show all changes of all
    </Button>
  </Notice>
);
