import type { Action, Json } from "@countersign/protocol";
import { useMemo } from "react";
import { strings } from "../../../strings/proposal.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { isObject } from "../../../ui/diff/json.ts";
import { lookAlikes, type LookAlike } from "../../../ui/look-alikes.ts";
import classes from "../action-page.module.css";

const SHOWN = 12;

/** Warns of names, hosts, addresses and paths that look like others; the person has to compare them. */
export function LookAlikeNotice({ action }: { action: Action }) {
  const { effectiveInput, target, proposedBy } = action;
  const found = useMemo(() => findLookAlikes({ effectiveInput, target, proposedBy }), [effectiveInput, target, proposedBy]);
  if (found.length === 0) return null;
  return (
    <div className={classes.warning}>
      <Notice tone="caution" title={strings.lookAlikes.title}>
        <ul className={classes.reasons}>
          {found.slice(0, SHOWN).map(({ word, place, why }) => (
            <li key={word}>
              {strings.lookAlikes.found(
                <b>
                  <VisibleText text={word} newlines="mark" />
                </b>,
                <VisibleText text={place} newlines="mark" />,
                <VisibleText text={why} newlines="mark" />,
              )}
            </li>
          ))}
        </ul>
        {found.length > SHOWN && strings.lookAlikes.more(found.length - SHOWN)}
      </Notice>
    </div>
  );
}

/** A look-alike and where it occurs, in words for people. */
interface FoundLookAlike extends LookAlike {
  place: string;
}

/** Finds look-alikes in all that an agent chose: the input with its keys, the target, the agent's name. Each word once. */
function findLookAlikes(action: Pick<Action, "effectiveInput" | "target" | "proposedBy">): FoundLookAlike[] {
  const found = new Map<string, FoundLookAlike>();
  const read = (text: string, place: string): void => {
    for (const one of lookAlikes(text)) if (!found.has(one.word)) found.set(one.word, { ...one, place });
  };
  const walk = (value: Json, place: string): void => {
    if (typeof value === "string") read(value, place);
    else if (Array.isArray(value)) value.forEach((item, index) => walk(item, `${place} › ${index + 1}`));
    else if (isObject(value)) {
      for (const [name, item] of Object.entries(value)) {
        const inside = place === "" ? name : `${place} › ${name}`;
        read(name, inside);
        walk(item, inside);
      }
    }
  };
  walk(action.effectiveInput, "");
  if (action.target !== null) read(action.target, strings.lookAlikes.target);
  read(action.proposedBy.name, strings.lookAlikes.agentName);
  return [...found.values()];
}
