import { displayText } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { useId } from "react";
import { strings } from "../../strings/chat.tsx";
import classes from "./example-requests.module.css";

interface Props {
  requests: readonly string[];
  /** Keeps its place, so that the message field does not move while a person writes. */
  isHidden: boolean;
  onChoose: (request: string) => void;
}

/** Requests that the chosen agent understands; choosing one writes it and sends nothing. */
export function ExampleRequests({ requests, isHidden, onChoose }: Props) {
  const id = useId();
  return (
    <div className={classes.examples} role="group" aria-labelledby={id} data-hidden={isHidden || undefined}>
      <span id={id} className={classes.label}>
        {strings.begin.examples}:
      </span>
      {requests.map((request) => (
        <Button
          key={request}
          size="compact-sm"
          variant="default"
          classNames={{ root: classes.example ?? "", label: classes.text ?? "" }}
          onClick={() => onChoose(request)}
        >
          {displayText(request, { newlines: "mark" })}
        </Button>
      ))}
    </div>
  );
}
