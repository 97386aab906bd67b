import { readQuestion, type Action, type AskedQuestion } from "@countersign/protocol";
import { Button, CopyButton, Group } from "@mantine/core";
import { useState } from "react";
import { strings } from "../../../strings/question.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Fact } from "../section.tsx";
import { enteredWords, entryOf, isAnswer, type AnswerDraft } from "./answer-draft.ts";
import { useKeptDraft } from "./kept-draft.ts";
import { Lines, titleOf } from "./question-parts.tsx";
import pageClasses from "../action-page.module.css";
import classes from "./question.module.css";

/** What this person had entered when the question ended without it; nothing if there is nothing of that kind. */
export function UnsentAnswer({ action }: { action: Action }) {
  const words = strings.unsent;
  const { kept, forget } = useKeptDraft(action.id);
  const [isDiscarded, setIsDiscarded] = useState(false);
  const asked = readQuestion(action.effectiveInput);
  if (action.status === "pending" || !asked || !kept || isDiscarded || isAnswer(asked, kept)) return null;
  const entered = enteredIn(asked, kept);
  if (entered.length === 0) return null;
  return (
    <div className={pageClasses.section}>
      <Notice tone="error" title={words.title}>
        {words.endedBefore}
        <dl className={pageClasses.facts}>
          {entered.map(({ name, title, texts }) => (
            <Fact key={name} name={title} wide>
              {texts.length === 1 ? (
                <span className={classes.text}>
                  <VisibleText text={texts[0]!} />
                </span>
              ) : (
                <Lines texts={texts} />
              )}
            </Fact>
          ))}
        </dl>
        <Group gap="xs" mt="sm">
          <CopyButton value={toText(entered)} timeout={2000}>
            {({ copied, copy }) => (
              <Button size="compact-sm" variant="default" onClick={copy}>
                {copied ? words.copied : words.copy}
              </Button>
            )}
          </CopyButton>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              forget();
              setIsDiscarded(true);
            }}
          >
            {words.discard}
          </Button>
        </Group>
      </Notice>
    </div>
  );
}

interface Entered {
  name: string;
  title: string;
  texts: string[];
}

const enteredIn = ({ form }: AskedQuestion, draft: AnswerDraft): Entered[] =>
  Object.entries(form.properties).flatMap(([name, field]) => {
    const entered = entryOf(draft, name);
    return entered.length === 0 ? [] : [{ name, title: titleOf(name, field), texts: enteredWords(field, entered) }];
  });

/** The words alone where only one thing was entered. */
function toText(entered: readonly Entered[]): string {
  if (entered.length === 1) return entered[0]!.texts.join("\n");
  return entered.map(({ title, texts }) => `${title}: ${texts.join("\n")}`).join("\n");
}
