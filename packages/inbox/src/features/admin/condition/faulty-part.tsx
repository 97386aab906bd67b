import type { ExpressionFault } from "@countersign/protocol";
import { Button } from "@mantine/core";
import type { RefObject } from "react";
import { strings } from "../../../strings/condition.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import classes from "./condition.module.css";

interface Props {
  expression: string;
  fault: ExpressionFault;
  /** The field with the expression. */
  field: RefObject<HTMLTextAreaElement | null>;
}

const AROUND = 40;

/** The part of an expression that is wrong, with what is around it; the button selects it in the field. */
export function FaultyPart({ expression, fault: { start, end }, field }: Props) {
  const isAtEnd = expression.slice(start, end).trim() === "";
  const [from, to] = [Math.max(0, start - AROUND), Math.min(expression.length, end + AROUND)];
  const select = (): void => {
    field.current?.focus();
    field.current?.setSelectionRange(start, end);
  };
  return (
    <p className={classes.faulty}>
      <code>
        {from > 0 && "…"}
        <VisibleText text={expression.slice(from, start)} newlines="mark" />
        <mark>{isAtEnd ? strings.missingHere : <VisibleText text={expression.slice(start, end)} newlines="mark" />}</mark>
        <VisibleText text={expression.slice(end, to)} newlines="mark" />
        {to < expression.length && "…"}
      </code>{" "}
      <Button type="button" size="compact-xs" variant="default" onClick={select}>
        {strings.goThere}
      </Button>
    </p>
  );
}
