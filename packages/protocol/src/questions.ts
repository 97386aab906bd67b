import { z } from "zod";
import { displayText } from "./display.ts";
import { isJsonObject, text, type JsonObject } from "./json.ts";

/** Name of the built-in tool by which an agent asks a person a question. */
export const ASK_PERSON = "ask_person";
/** Key of a question's input that holds the answer. Only a person's edit sets it. */
export const ANSWER = "answer";
const MAX_FIELDS = 20;
const MAX_CHOICES = 50;

/** Words of a form. A client shows them as they are, so every character has to be visible. */
const visible = (most: number) =>
  text(most)
    .min(1)
    .refine((value) => displayText(value, { newlines: "mark" }) === value, "has characters that cannot be seen");
const words = { title: visible(200).optional(), description: visible(1000).optional() };
const choice = visible(200);
const length = z.number().int().min(0).max(100_000).optional();
const amount = z.number().optional();
const titled = z
  .array(z.strictObject({ const: choice, title: visible(200) }))
  .min(1)
  .max(MAX_CHOICES);
const plain = z.array(choice).min(1).max(MAX_CHOICES);

/** One thing that is asked for: what MCP allows in a form for people, so that the client of an agent can show it too. */
export const questionFieldSchema = z.discriminatedUnion(
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
        .refine((items) => (items.enum === undefined) !== (items.anyOf === undefined), "needs `enum` or `anyOf`, and not both"),
      minItems: length,
      maxItems: length,
    }),
  ],
  { error: "must be string, number, integer, boolean or array" },
);
export type QuestionField = z.infer<typeof questionFieldSchema>;

/** Form of a question: a JSON Schema of a flat object. */
export const questionFormSchema = z.strictObject({
  type: z.literal("object"),
  properties: z.record(z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/), questionFieldSchema),
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
      for (const [n, name] of required.entries()) if (!names.includes(name)) fault("is no field of this form", "required", n);
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
