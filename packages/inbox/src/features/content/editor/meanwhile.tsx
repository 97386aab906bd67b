import { displayText, type ContentElement, type ContentField, type Reference } from "@countersign/protocol";
import { Button, Group, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { strings } from "../../../strings/editor.tsx";
import { ValueView } from "../drawing/value-view.tsx";
import { TagList } from "../drawing/chips.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { carryOver, draftOf, meet, readPlace, type Draft, type FieldPlace } from "./draft.ts";
import classes from "./editor.module.css";
import content from "../drawing/content.module.css";

interface Props {
  fields: readonly ContentField[];
  base: Draft;
  mine: Draft;
  theirs: ContentElement;
  references: ReadonlyMap<string, Reference>;
  /** Continues with this draft, based on their version. */
  onCarry: (draft: Draft) => void;
  /** Discards the person's own draft. */
  onDrop: () => void;
}

/** Shown when somebody else changed the edited element. Nothing typed is lost: the person chooses where both changed it. */
export function Meanwhile({ fields, base, mine, theirs, references, onCarry, onDrop }: Props) {
  const words = strings.meanwhile;
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const others = draftOf(theirs);
  const met = meet(fields, base, mine, others);
  const known = new Map([...references, ...theirs.references.map((one) => [one.id, one] as const)]);
  const choose = (key: string, isTheirs: boolean): void => {
    const next = new Set(taken);
    if (isTheirs) next.add(key);
    else next.delete(key);
    setTaken(next);
  };
  return (
    <Notice
      tone="caution"
      title={words.title(<VisibleText text={theirs.modifiedBy.name} newlines="mark" />, <Moment at={theirs.modifiedAt} />)}
    >
      <div className={classes.meeting}>
        <p className={classes.dim}>
          {words.textIsKept}
          {met.theirs.length > 0 && ` ${words.comesIn(met.theirs.map(nameOf).join(", "))}`}
          {met.both.length === 0 && ` ${words.noneByBoth}`}
        </p>
        {met.both.map((place) => (
          <div key={place.key} className={classes.both} role="group" aria-label={nameOf(place)}>
            <div className={classes.bothHead}>
              <b>
                <VisibleText text={nameOf(place)} newlines="mark" />
              </b>
              <SegmentedControl
                size="xs"
                aria-label={words.whichStands(nameOf(place))}
                value={taken.has(place.key) ? "theirs" : "mine"}
                onChange={(next) => choose(place.key, next === "theirs")}
                data={[
                  { value: "mine", label: words.yours },
                  { value: "theirs", label: words.theirs },
                ]}
              />
            </div>
            <div className={classes.three}>
              {(
                [
                  [words.before, base],
                  [words.theirsNow, others],
                  [words.yours, mine],
                ] as const
              ).map(([name, draft]) => (
                <div key={name}>
                  <p className={content.sideName}>{name}</p>
                  <PlaceValue draft={draft} place={place} references={known} />
                </div>
              ))}
            </div>
          </div>
        ))}
        <Group gap="xs">
          <Button
            size="compact-sm"
            onClick={() => onCarry(carryOver(fields, { base, mine, theirs: others }, ({ key }) => !taken.has(key)))}
          >
            {words.carryOn}
          </Button>
          <Button size="compact-sm" variant="default" onClick={onDrop}>
            {words.drop}
          </Button>
        </Group>
      </div>
    </Notice>
  );
}

const nameOf = ({ field, language }: FieldPlace): string => {
  const name = displayText(field ? (field.title ?? field.name) : strings.tags, { newlines: "mark" });
  return language === undefined ? name : `${name}, ${language}`;
};

function PlaceValue({
  draft,
  place,
  references,
}: {
  draft: Draft;
  place: FieldPlace;
  references: ReadonlyMap<string, Reference>;
}) {
  if (!place.field) return <TagList before={draft.tags} after={draft.tags} references={references} />;
  const field = place.language === undefined ? place.field : { ...place.field, localized: false };
  return <ValueView field={field} value={readPlace(draft, place)} references={references} />;
}
