import type { ActionComment } from "@countersign/protocol";
import { nameOf } from "./name-of.ts";
import { renderForTerminal } from "./render-for-terminal.ts";

/** Renders comments, each question to the agent with its reply below, which is in the agent's own words. */
export function renderComments(comments: readonly ActionComment[], columns: number | null): string {
  const replyTo = (id: string): ActionComment[] => comments.filter((one) => one.replyTo === id);
  return comments
    .filter((one) => one.replyTo === null)
    .flatMap((comment) => [comment, ...replyTo(comment.id)])
    .map((comment) => renderComment(comment, columns))
    .join("\n");
}

function renderComment(comment: ActionComment, columns: number | null): string {
  const prefix = comment.replyTo === null ? "  " : "    ";
  const line = `${nameOf(comment.by)} at ${comment.at}${noteOf(comment)}`;
  return [
    renderForTerminal(line, { form: "line", prefix, columns }),
    renderForTerminal(comment.text, { form: "block", prefix: `${prefix}│ `, columns }),
  ].join("\n");
}

function noteOf({ replyTo, forAgent, readAt }: ActionComment): string {
  if (replyTo !== null) return " replied, unverified";
  if (!forAgent) return "";
  return readAt === null ? ", to the agent, not delivered yet" : `, to the agent, delivered at ${readAt}`;
}
