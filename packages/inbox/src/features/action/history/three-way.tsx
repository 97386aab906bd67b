import type { Action, Json, Target } from "@countersign/protocol";
import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { strings } from "../../../strings/history.tsx";
import { readChange } from "../../../ui/change-renderer.ts";
import { FieldDiff } from "../../../ui/field-diff.tsx";
import { JsonView } from "../../../ui/json-view.tsx";
import type { useDiffLayout } from "../../../ui/layout-choice.tsx";
import { Notice } from "../../../ui/notice.tsx";
import classes from "../../../ui/three-states.module.css";

interface Props {
  action: Action;
  target: Target;
  layout: ReturnType<typeof useDiffLayout>;
}

type View = "since" | "next" | "all";

/** Three states of a target: as the renderer of its changes draws them, otherwise as raw values. */
export function ThreeWay(props: Props) {
  const { action, target, layout } = props;
  const drawn = readChange(action)?.threeStates(target, layout.layout);
  if (!drawn) return <AnyThreeWay {...props} />;
  return <div className={classes.view}>{drawn}</div>;
}

/** Three states of one target: at proposal, now, and as proposed. Compared in pairs, or all shown side by side. */
function AnyThreeWay({ action, target, layout }: Props) {
  const words = strings.threeWay;
  const [view, setView] = useState<View>("since");
  const proposed = target.canRebase ? target.proposedNow : action.proposed;
  const compared = {
    since: { before: action.current, after: target.current, says: words.since },
    next: {
      before: target.current,
      after: proposed,
      says: target.canRebase ? words.nextRebased : words.next,
    },
  };
  return (
    <div className={classes.view}>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={words.whatToCompare}
        value={view}
        onChange={(next) => setView(next as View)}
        data={[
          { value: "since", label: words.changedMeanwhile },
          { value: "next", label: words.wouldChangeNow },
          { value: "all", label: words.allThree },
        ]}
      />
      {target.state === "not_watched" && <Notice tone="info">{target.reason ?? words.notWatched}</Notice>}
      {view === "all" ? (
        <div className={classes.three}>
          <State name={words.atProposal} value={action.current} />
          <State name={words.now} value={target.current} />
          <State name={words.proposed} value={action.proposed} />
        </div>
      ) : (
        <>
          <p className={classes.says}>{compared[view].says}</p>
          <FieldDiff
            key={view}
            before={compared[view].before ?? undefined}
            after={compared[view].after ?? undefined}
            layout={layout.layout}
            wholeName={words.content}
          />
        </>
      )}
    </div>
  );
}

function State({ name, value }: { name: string; value: Json }) {
  return (
    <div className={classes.state} role="group" aria-label={name}>
      <h3 className={classes.name}>{name}</h3>
      {value === null ? <p className={classes.says}>{strings.threeWay.nothingThere}</p> : <JsonView value={value} />}
    </div>
  );
}
