import type { ChatCall } from "@countersign/protocol";
import { IconTool } from "@tabler/icons-react";
import { JsonView } from "../../ui/json-view.tsx";
import { LongText } from "../../ui/long-text.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { callWords } from "./chat-words.ts";
import classes from "./message.module.css";

/** A call that shows nothing of its own: which tool, what became of it, and on a click what went in and came out. */
export function CallLine({ call }: { call: ChatCall }) {
  const { toolName, input, outcome, refusal } = call;
  return (
    <details className={classes.call}>
      <summary>
        <IconTool size={14} aria-hidden />{" "}
        <code>
          <VisibleText text={toolName} newlines="mark" />
        </code>{" "}
        <span className={classes.callState}>{callWords(call)}</span>
      </summary>
      <h3 className={classes.callPart}>Input</h3>
      <JsonView value={input} />
      {refusal !== null && (
        <>
          <h3 className={classes.callPart}>Refused, the model was told why</h3>
          <LongText text={refusal} />
        </>
      )}
      {outcome && (
        <>
          <h3 className={classes.callPart}>What the model was told</h3>
          <LongText text={outcome.error?.message ?? outcome.message} />
          {outcome.result !== undefined && <JsonView value={outcome.result} />}
        </>
      )}
    </details>
  );
}
