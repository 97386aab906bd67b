import type { AskedQuestion } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { Notice } from "../../../ui/notice.tsx";
import { QuestionParts } from "./question-parts.tsx";

interface Props {
  asked: AskedQuestion;
  /** The person has read it and still sends their own answer. */
  onGoOn: () => void;
}

/** The question changed while the form was open: what this person would send replaces something they had not seen. */
export function OvertakenNotice({ asked, onGoOn }: Props) {
  const { topic: _topic, ...answered } = asked;
  return (
    <div role="alert">
      <Notice
        tone="caution"
        title={asked.answer ? "Somebody else has answered meanwhile:" : "It changed while you were answering"}
      >
        {asked.answer && <QuestionParts asked={answered} />}
        <p>
          {asked.answer
            ? "Yours would replace it. To agree with this one instead, close the form."
            : "Read the question again before you send your answer."}
        </p>
        <Button variant="default" size="compact-sm" onClick={onGoOn}>
          Go on with my answer
        </Button>
      </Notice>
    </div>
  );
}
