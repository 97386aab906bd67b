import { Button } from "@mantine/core";
import { strings } from "../strings/ui.tsx";
import { Notice } from "./notice.tsx";

interface Props {
  amount: number;
  /** Whether the approval that leaves them out is about to be given. */
  isConfirming?: boolean;
  onShowAll: () => void;
}

/** Says that a decision on many actions leaves out those that are not shown in full. */
export const NotShownInFull = ({ amount, isConfirming = false, onShowAll }: Props) => (
  <Notice tone="info" title={strings.shownChanges.leftOutTitle(amount)}>
    {isConfirming ? strings.shownChanges.leftOutNow : strings.shownChanges.leftOut}{" "}
    <Button size="compact-xs" variant="default" onClick={onShowAll}>
      {strings.shownChanges.showAllOfAll}
    </Button>
  </Notice>
);
