import { displayText, type Action } from "@countersign/protocol";
import { Button, Skeleton } from "@mantine/core";
import { useLayoutEffect, useMemo } from "react";
import { strings } from "../strings/ui.tsx";
import { ReviewPartsContext, useRestCount, useReviewParts, useUndrawn } from "./review-parts.ts";
import { shortChanges } from "./short-changes.ts";
import { ShortLines } from "./short-lines.tsx";
import { WholeChanges, wholePartsOf } from "./whole-changes.tsx";
import classes from "./shown-changes.module.css";

/** Result of reading one action for a decision on many. */
export interface ReadAction {
  action: Action | undefined;
  /** Why it could not be read. */
  fault: string | undefined;
  isReading: boolean;
}

interface Props {
  id: string;
  title: string;
  /** Digest that the decision would name. */
  digest: string;
  read: ReadAction | undefined;
  isEdited?: boolean;
  isOpen: boolean;
  onOpen: (id: string) => void;
  /** Reports whether all that the action changes is on the screen; only then may it be approved together with others. */
  onShown: (id: string, isShown: boolean) => void;
}

/** One action of many: a summary of its changes and, once opened, all of them. */
export const ShownChanges = (props: Props) => (
  <ReviewPartsContext value={useReviewParts()}>
    <Shown {...props} />
  </ReviewPartsContext>
);

function Shown({ id, title, digest, read, isEdited = false, isOpen, onOpen, onShown }: Props) {
  const action = read?.action?.digest === digest ? read.action : undefined;
  const short = useMemo(() => (action ? shortChanges(action) : { lines: [], isWhole: false }), [action]);
  const undrawn = useUndrawn(action ? wholePartsOf(action) : [], digest);
  const rest = useRestCount();
  const isShown = action !== undefined && (short.isWhole || (isOpen && undrawn === undefined && rest === 0));
  useLayoutEffect(() => {
    onShown(id, isShown);
    return () => onShown(id, false);
  }, [id, isShown, onShown]);
  const words = strings.shownChanges;
  if (!action) {
    if (read?.fault !== undefined) return <p className={classes.says}>{words.unread(read.fault)}</p>;
    if (read?.action && !read.isReading) return <p className={classes.says}>{words.changedSince}</p>;
    return <Skeleton height={16} mt={4} role="status" aria-label={words.reading} />;
  }
  return (
    <div>
      {!isOpen && <ShortLines lines={short.lines} />}
      {!isShown && <p className={classes.says}>{!isOpen ? words.notInFull : (undrawn ?? words.showRest)}</p>}
      {isOpen ? (
        <div className={classes.whole}>
          <WholeChanges of={action} layout="unified" isStored={!isEdited} />
        </div>
      ) : (
        <Button
          size="compact-xs"
          variant="default"
          mt={4}
          aria-label={words.showAllOf(displayText(title, { newlines: "mark" }))}
          onClick={() => onOpen(id)}
        >
          {words.showAll}
        </Button>
      )}
    </div>
  );
}
