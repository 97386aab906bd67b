import type { AskedQuestion } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { strings } from "../../../strings/question.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { QuestionParts } from "./question-parts.tsx";

interface Props {
  asked: AskedQuestion;
  /** The person has read it and still sends their own answer. */
  onGoOn: () => void;
}

/** The question changed while the form was open: what this person would send replaces something they had not seen. */
export function OvertakenNotice({ asked, onGoOn }: Props) {
  const words = strings.overtaken;
  const { topic: _topic, ...answered } = asked;
  return (
    <div role="alert">
      <Notice tone="caution" title={asked.answer ? words.somebodyAnswered : words.changedMeanwhile}>
        {asked.answer && <QuestionParts asked={answered} />}
        <p>{asked.answer ? words.wouldReplace : words.readAgain}</p>
        <Button variant="default" size="compact-sm" onClick={onGoOn}>
          {words.goOn}
        </Button>
      </Notice>
    </div>
  );
}
