import { readQuestion, type Action } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { IconCheck, IconMessage2, IconPencil, IconX } from "@tabler/icons-react";
import { strings } from "../../../strings/question.tsx";
import { DecideButton } from "../../../ui/decide-button.tsx";
import { useStopped } from "../../../ui/stopped.ts";
import { stoppedWords } from "../../../ui/stopped-note.tsx";
import { OpenInInbox } from "../decision/approve-in-frame.tsx";
import classes from "../decision/decision-dock.module.css";

interface Props {
  action: Action;
  onlyInInbox: boolean;
  blockedBy: string | undefined;
  armed: boolean;
  armedToApprove: boolean;
  hasKeys: boolean;
  /** Approves the answer that somebody else gave. */
  onAgree: () => void;
  onMode: (mode: "answer" | "reject" | "refine") => void;
}

/** The decisions on a question: answer it, decline to, or ask back. */
export function QuestionButtons({ action, onlyInInbox, blockedBy, armed, armedToApprove, hasKeys, onAgree, onMode }: Props) {
  const key = (name: string) => ({ "aria-keyshortcuts": hasKeys ? name : undefined });
  const words = strings.buttons;
  const isStopped = useStopped();
  const isAnswered = Boolean(readQuestion(action.effectiveInput)?.answer);
  return (
    <div className={classes.buttons} data-decisions>
      {isAnswered && !onlyInInbox && (
        <DecideButton
          isApproval
          armed={armedToApprove}
          color="teal.9"
          leftSection={<IconCheck size={17} aria-hidden />}
          blockedBy={blockedBy}
          onClick={onAgree}
        >
          {words.agree}
        </DecideButton>
      )}
      {onlyInInbox ? (
        <OpenInInbox id={action.id}>{words.answerInInbox}</OpenInInbox>
      ) : (
        <DecideButton
          {...key("a")}
          isApproval
          armed={armed}
          {...(isAnswered ? { variant: "default" } : { color: "teal.9" })}
          leftSection={<IconPencil size={17} aria-hidden />}
          onClick={() => onMode("answer")}
        >
          {isAnswered ? words.answerDifferently : words.answer}
        </DecideButton>
      )}
      <DecideButton
        {...key("r")}
        armed={armed}
        color="gray"
        leftSection={<IconX size={17} aria-hidden />}
        onClick={() => onMode("reject")}
      >
        {words.decline}
      </DecideButton>
      <Button
        {...key("f")}
        type="button"
        variant="default"
        leftSection={<IconMessage2 size={17} aria-hidden />}
        onClick={() => onMode("refine")}
      >
        {words.askBack}
      </Button>
      <p className={classes.meaning}>
        {isStopped ? stoppedWords() : action.votes && action.votes.needed > 1 ? words.onceEnoughAgree : words.agentGetsAnswer}
      </p>
    </div>
  );
}
