import type { Json, JsonObject, Outcome } from "@countersign/protocol";
import { type CallOptions, type ProposeCall } from "./gated.ts";
import { readDuration } from "./duration.ts";
import { InvalidToolInput, type Issue } from "./errors.ts";
import { readJsonSchema, validateInput, type InputSchema } from "./standard-schema.ts";

/** Name of the server's tool for questions. */
const ASK_PERSON = "ask_person";

interface Asking {
  /** One or two sentences, at most 2,000 characters. */
  question: string;
  /** What the person should know to answer, at most 20,000 characters. */
  context?: string;
  /** One or two words that administrators can use to choose who answers, such as `billing`. */
  topic?: string;
}

/** A question whose answer is one text. */
export interface TextQuestion extends Asking {
  form?: undefined;
}

/**
 * A question with a form: a flat object of at most 20 texts, numbers, yes-or-no fields and choices. `formSchema` is its JSON Schema,
 * required if the schema library does not provide one.
 */
export interface FormQuestion<Answer> extends Asking {
  form: InputSchema<unknown, Answer>;
  formSchema?: JsonObject;
}

/**
 * Outcome of a question. Once a person has answered, `status` is `executed` and `answer` is there; if the schema refuses what they
 * answered, `answerIssues` says why instead, and `result` holds their answer.
 */
export type AskOutcome<Answer> = Outcome & { answer?: Answer; answerIssues?: readonly Issue[] };

/** Asks a person through the gate. */
export async function askPerson<Answer>(
  asked: TextQuestion | FormQuestion<Answer>,
  { wait, ...labels }: CallOptions,
  propose: ProposeCall,
): Promise<AskOutcome<Answer | string>> {
  const { question, context, topic, form } = asked;
  const schema = form && (asked.formSchema ?? readJsonSchema(ASK_PERSON, form));
  const given = { question, context, topic, form: schema && toForm(schema) };
  const toolInput = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as JsonObject;
  const waitSeconds = wait === undefined ? undefined : readDuration(wait);
  const outcome = await propose(ASK_PERSON, toolInput, { ...labels, ...(waitSeconds !== undefined && { waitSeconds }) });
  if (outcome.status !== "executed") return outcome;
  const result = (outcome.result ?? {}) as JsonObject;
  if (!form) return { ...outcome, answer: result["answer"] as string };
  try {
    return { ...outcome, answer: await validateInput(ASK_PERSON, form, result) };
  } catch (error) {
    if (!(error instanceof InvalidToolInput)) throw error;
    return { ...outcome, answerIssues: error.issues };
  }
}

/** Leaves out what the server does not take and what says nothing to a person: `format` says what its `pattern` checks. */
function toForm({ type = "object", properties = {}, required = [] }: JsonObject): JsonObject {
  const fields = Object.entries(properties as Record<string, JsonObject>).map(
    ([name, { pattern, default: _filledInAfterwards, examples: _shownToNobody, ...field }]): [string, Json] => [
      name,
      pattern === undefined || field["format"] !== undefined ? field : { ...field, pattern },
    ],
  );
  return { type, properties: Object.fromEntries(fields), required };
}
