import type { ChatCall } from "@countersign/protocol";
import { memo, type ReactNode } from "react";
import { IconFileText, IconTool } from "@tabler/icons-react";
import { strings } from "../../strings/chat.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { CheckpointCard } from "./checkpoint-card.tsx";
import { groupCalls } from "./group-calls.ts";
import { TableWidget } from "./table-widget.tsx";
import { JsonView } from "../../ui/json-view.tsx";
import { LongText } from "../../ui/long-text.tsx";
import { callWords } from "./chat-words.ts";
import classes from "./message.module.css";

/** Functions that draw proposals and their decisions, provided by the inbox. */
export interface DrawProposals {
  one: (id: string) => ReactNode;
  many: (ids: readonly string[]) => ReactNode;
}

interface Props extends DrawProposals {
  calls: readonly ChatCall[];
}

/** Widgets that the server shows for a message's calls. They are below the bubble, so that no model's text can imitate them. */
export const Calls = memo(function Calls({ calls, one, many }: Props) {
  return groupCalls(calls).map((part, index) => {
    if (part.kind === "line") return <CallLine key={index} call={part.call} />;
    if (part.kind === "table") return <TableWidget key={index} toolName={part.call.toolName} {...part.widget} />;
    if (part.kind === "checkpoint")
      return <CheckpointCard key={index} id={part.widget.checkpointId} label={part.widget.label} />;
    if (part.kind === "element") {
      return (
        <p key={index} className={classes.element}>
          <IconFileText size={16} aria-hidden />{" "}
          <TextLink to="/content/$id" params={{ id: part.widget.elementId }}>
            <VisibleText text={part.widget.path} newlines="mark" />
          </TextLink>
        </p>
      );
    }
    const { actionIds } = part;
    const [only] = actionIds;
    return <div key={index}>{actionIds.length === 1 && only !== undefined ? one(only) : many(actionIds)}</div>;
  });
});

/** A call without a widget: its tool and outcome, and on a click its input and output. */
function CallLine({ call }: { call: ChatCall }) {
  const { toolName, input, outcome, refusal } = call;
  const words = strings.calls;
  return (
    <details className={classes.call}>
      <summary>
        <IconTool size={14} aria-hidden />{" "}
        <code>
          <VisibleText text={toolName} newlines="mark" />
        </code>{" "}
        <span className={classes.callState}>{callWords(call)}</span>
      </summary>
      <h3 className={classes.callPart}>{words.input}</h3>
      <JsonView value={input} />
      {refusal !== null && (
        <>
          <h3 className={classes.callPart}>{words.refusal}</h3>
          <LongText text={refusal} />
        </>
      )}
      {outcome && (
        <>
          <h3 className={classes.callPart}>{words.outcome}</h3>
          <LongText text={outcome.error?.message ?? outcome.message} />
          {outcome.result !== undefined && <JsonView value={outcome.result} />}
        </>
      )}
    </details>
  );
}
