import { z } from "zod";
import { displayText } from "./display.ts";
import { isJsonObject, text, type JsonObject } from "./json.ts";
import { reportRepeats } from "./report-repeats.ts";

/** Name of the built-in tool by which an agent asks a person a question. */
export const ASK_PERSON = "ask_person";
/** Key of a question's input that holds the answer. Only a person's edit sets it. */
export const ANSWER = "answer";
const MAX_FIELDS = 20;
const MAX_CHOICES = 50;

const isTrimmed = (value: string): boolean => value.trim() === value;
const NOT_TRIMMED = "begins or ends with a space";
const UNSEEN = "has characters that cannot be seen";

/** One line of a form. A client shows it as it is, so every character has to be visible. */
const visible = (most: number) =>
  text(most)
    .min(1)
    .refine((value) => displayText(value, { newlines: "mark" }) === value, UNSEEN)
    .refine(isTrimmed, NOT_TRIMMED);
const description = text(1000)
  .min(1)
  .refine((value) => displayText(value) === value, UNSEEN)
  .refine(isTrimmed, NOT_TRIMMED);
const words = { title: visible(200).optional(), description: description.optional() };
const choice = visible(200);
const length = z.number().int().min(0).max(100_000).optional();
const amount = z.number().optional();
const titled = z
  .array(z.strictObject({ const: choice, title: visible(200) }))
  .min(1)
  .max(MAX_CHOICES)
  .superRefine((choices, context) => {
    for (const key of ["const", "title"] as const) {
      reportRepeats(
        context,
        choices.map((one) => one[key]),
        (n) => [n, key],
      );
    }
  });
const plain = z
  .array(choice)
  .min(1)
  .max(MAX_CHOICES)
  .superRefine((choices, context) => {
    reportRepeats(context, choices);
  });

/** One thing that is asked for: what MCP allows in a form for people, so that the client of an agent can show it too. */
const questionFieldSchema = z
  .discriminatedUnion(
    "type",
    [
      z
        .strictObject({
          type: z.literal("string"),
          ...words,
          enum: plain.optional(),
          oneOf: titled.optional(),
          minLength: length,
          maxLength: length,
          format: z.enum(["email", "uri", "date", "date-time"]).optional(),
        })
        .refine((field) => field.enum === undefined || field.oneOf === undefined, "has both `enum` and `oneOf`; give one"),
      z.strictObject({ type: z.enum(["number", "integer"]), ...words, minimum: amount, maximum: amount }),
      z.strictObject({ type: z.literal("boolean"), ...words }),
      z.strictObject({
        type: z.literal("array"),
        ...words,
        items: z
          .strictObject({ type: z.literal("string").optional(), enum: plain.optional(), anyOf: titled.optional() })
          .refine(
            (items) => (items.enum === undefined) !== (items.anyOf === undefined),
            "needs `enum` or `anyOf`, and not both",
          )
          .transform(asMcp),
        minItems: length,
        maxItems: length,
      }),
    ],
    { error: "must be string, number, integer, boolean or array" },
  )
  .superRefine((field, context) => {
    const fault = unanswerable(field);
    if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
  });

type Titled = z.infer<typeof titled>;
interface Items {
  type?: "string" | undefined;
  enum?: string[] | undefined;
  anyOf?: Titled | undefined;
}

/** MCP requires `type` beside `enum`, and has none beside `anyOf`. */
function asMcp({ type: _type, ...choices }: Items): Items {
  return choices.enum ? { type: "string", ...choices } : choices;
}

export type QuestionField = z.infer<typeof questionFieldSchema>;

/** Why no answer could ever satisfy the field; undefined if one can. */
function unanswerable(field: QuestionField): string | undefined {
  if (field.type === "string") return choicesOf(field) ? lengthBesideChoices(field) : badLengths(field);
  if (field.type === "array") return badCounts(field);
  if (field.type === "boolean") return undefined;
  const { minimum = -Infinity, maximum = Infinity } = field;
  if (minimum > maximum) return "has a `minimum` above its `maximum`";
  const isEmpty = field.type === "integer" && Math.ceil(minimum) > Math.floor(maximum);
  return isEmpty ? "has no whole number from `minimum` to `maximum`" : undefined;
}

function lengthBesideChoices(field: Extract<QuestionField, { type: "string" }>): string | undefined {
  const key = (["minLength", "maxLength", "format"] as const).find((one) => field[one] !== undefined);
  return key && `has \`${key}\` beside its choices; remove it`;
}

function badLengths({ minLength = 0, maxLength = Infinity }: Extract<QuestionField, { type: "string" }>): string | undefined {
  if (minLength > maxLength) return "has a `minLength` above its `maxLength`";
  return maxLength === 0 ? "has a `maxLength` of 0" : undefined;
}

function badCounts(field: Extract<QuestionField, { type: "array" }>): string | undefined {
  const { minItems = 0, maxItems = Infinity } = field;
  if (minItems > maxItems) return "has a `minItems` above its `maxItems`";
  if (minItems > (choicesOf(field)?.length ?? 0)) return "has a `minItems` above the number of its choices";
  return maxItems === 0 ? "has a `maxItems` of 0" : undefined;
}

/** Fields of a form by name. `z.record` drops a key named `__proto__` unseen, so names are looked at before it. */
const fields = z
  .custom<unknown>()
  .superRefine((given, context) => {
    const name = isJsonObject(given) ? Object.keys(given).find((one) => one in {}) : undefined;
    if (name !== undefined)
      context.addIssue({ code: "custom", message: `\`${name}\` is a name that cannot be used`, continue: false });
  })
  .pipe(z.record(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/), questionFieldSchema));

/** Form of a question: a JSON Schema of a flat object. */
const questionFormSchema = z.strictObject({
  type: z.literal("object"),
  properties: fields,
  required: z.array(z.string()).max(MAX_FIELDS).optional(),
});
export type QuestionForm = z.infer<typeof questionFormSchema>;

/** The form of a question that brings none: one text. */
export const PLAIN_FORM: QuestionForm = {
  type: "object",
  properties: { answer: { type: "string", title: "Answer", minLength: 1, maxLength: 10_000 } },
  required: ["answer"],
};

/** What an agent asks. */
export const questionSchema = z.strictObject({
  question: text(2000).min(1),
  context: text(20_000).min(1).optional(),
  topic: text(100).min(1).optional(),
  form: questionFormSchema
    .superRefine(({ properties, required = [] }, context) => {
      const names = Object.keys(properties);
      const fault = (message: string, ...path: PropertyKey[]): void => context.addIssue({ code: "custom", path, message });
      if (names.length === 0 || names.length > MAX_FIELDS) fault(`must have 1 to ${MAX_FIELDS} fields`, "properties");
      for (const [n, name] of required.entries())
        if (!names.includes(name)) fault("is not a field of this form", "required", n);
      reportRepeats(context, required, (n) => ["required", n]);
    })
    .optional(),
});
export type Question = z.infer<typeof questionSchema>;

export interface AskedQuestion extends Omit<Question, "form"> {
  form: QuestionForm;
  /** Null until a person has answered. */
  answer: JsonObject | null;
}

/** Reads a question from an action's effective input; null if it is none. */
export function readQuestion(effectiveInput: JsonObject): AskedQuestion | null {
  const { [ANSWER]: answer, ...asked } = effectiveInput;
  const read = questionSchema.safeParse(asked);
  if (!read.success) return null;
  const { form = PLAIN_FORM } = read.data;
  return { ...read.data, form: inOrder(form), answer: answer !== undefined && isJsonObject(answer) ? answer : null };
}

/** The form with its required fields first, in the order of `required`: the order of keys is not kept with an input. */
function inOrder(form: QuestionForm): QuestionForm {
  const names = [...new Set([...(form.required ?? []), ...Object.keys(form.properties)])];
  return { ...form, properties: Object.fromEntries(names.map((name) => [name, form.properties[name]!])) };
}

/** Choices of a field with the words that people see; undefined for a field without choices. */
export function choicesOf(field: QuestionField): { value: string; label: string }[] | undefined {
  const plainOnes = field.type === "array" ? field.items.enum : field.type === "string" ? field.enum : undefined;
  if (plainOnes) return plainOnes.map((value) => ({ value, label: value }));
  const named = field.type === "array" ? field.items.anyOf : field.type === "string" ? field.oneOf : undefined;
  return named?.map(({ const: value, title }) => ({ value, label: title }));
}
