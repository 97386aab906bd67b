import type { ActionSummary } from "@countersign/protocol";
import { strings } from "../../strings/queue.tsx";
import { PresetReasons } from "../../ui/preset-reasons.tsx";
import { reasonsFor } from "../../ui/reasons-for.ts";
import type { useBatch } from "./use-batch.ts";

interface Props {
  batch: ReturnType<typeof useBatch>;
  written: string;
  onChoose: (reason: string) => void;
}

/** Reasons for the rejection of many. A click only writes one: the decision covers more than is on the screen. */
export function BatchReasons({ batch: { included, read }, written, onChoose }: Props) {
  const reasons = reasonsOf(included, read);
  const isOwn = written !== "" && !reasons.includes(written);
  return reasons.length === 0 ? null : (
    <PresetReasons label={strings.batch.reasons} reasons={reasons} armed isHidden={isOwn} onChoose={onChoose} />
  );
}

/** Those of the tool if all actions are of one tool that has some, none until that is known, else the inbox's own. */
function reasonsOf(rows: readonly ActionSummary[], read: Props["batch"]["read"]): readonly string[] {
  const [first] = rows;
  if (!first) return [];
  const of = rows.every(({ isQuestion }) => isQuestion) ? "question" : "call";
  if (rows.some(({ toolName }) => toolName !== first.toolName)) return reasonsFor(of);
  const { action, fault } = read.get(first.id) ?? {};
  if (action === undefined && fault === undefined) return [];
  return reasonsFor(of, action?.rejectReasons);
}
