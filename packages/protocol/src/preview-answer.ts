import { z } from "zod";
import { contentPreviewSchema, contentStateSchema, type ContentState } from "./content.ts";
import { isJsonObject, json, text, type Json, type JsonObject } from "./json.ts";
import { drawnPreviewSchema } from "./preview.ts";
import { ELEMENT_KINDS } from "./words.ts";

const MAX_FAULTS = 100;
/** Target prefixes of the gate's own tools; a worker's target with one could be mistaken for a proposal on ours. */
const OURS: readonly string[] = [...ELEMENT_KINDS, "file"];

const workerTarget = text(500)
  .regex(/^[a-z][a-z0-9-]{0,39}:[^\p{Cc}]+$/u, "must be a word, `:` and what it changes, such as `price:spring/chair`")
  .refine(
    (target) => !OURS.includes(target.slice(0, target.indexOf(":"))),
    `must not begin as those of our own: ${OURS.join(", ")}`,
  );

/**
 * A worker's answer about a pending call. With `preview`: what the reviewer is shown and, where the worker knows it, what the
 * call changes; `target` and `snapshot` become part of what is approved. With `faults`: the call must not be shown to a person.
 * With `failed`: the call waits for a person without a preview by the tool.
 */
export const previewAnswerSchema = z
  .object({
    version: z.number().int().describe("As the request named it"),
    preview: drawnPreviewSchema.optional(),
    target: workerTarget.optional().describe("What the call changes, recognisable by a person, such as `price:spring/chair`"),
    snapshot: text(200).min(1).optional().describe("Version token of the target; the claim gives it back to be compared"),
    current: json.optional().describe("The target's value now; null where there is none"),
    proposed: json.optional().describe("Its value afterwards; null where there will be none"),
    faults: z
      .array(z.object({ path: text(1000).describe("JSON Pointer into the input"), message: text(1000).min(1) }))
      .min(1)
      .max(MAX_FAULTS)
      .optional(),
    failed: z.literal(true).optional().describe("The preview failed; the person sees the server's title and the whole input"),
  })
  .superRefine((answer, context) => {
    const add = (path: PropertyKey[], message: string): void => context.addIssue({ code: "custom", path, message });
    const { preview, faults, failed, target, snapshot, current, proposed } = answer;
    if ([preview, faults, failed].filter((given) => given !== undefined).length !== 1)
      add([], "must have one of `preview`, `faults` and `failed`");
    const hasNoTarget = faults !== undefined || failed !== undefined;
    if ((target === undefined) !== (snapshot === undefined)) add(["snapshot"], "`target` and `snapshot` go together");
    if ((current !== undefined || proposed !== undefined || hasNoTarget) && (target === undefined) !== hasNoTarget)
      add(
        ["target"],
        hasNoTarget ? "must not be there beside `faults` or `failed`" : "must be there beside `current` and `proposed`",
      );
    for (const { path, message } of findContentFaults(preview?.["content"] as Json | undefined, current, proposed))
      add(path, message);
  });
export type PreviewAnswer = z.infer<typeof previewAnswerSchema>;

interface ContentFault {
  path: PropertyKey[];
  message: string;
}

/** A preview that declares fields is shown field by field, so it must match `current` and `proposed` exactly. */
function findContentFaults(content: Json | undefined, current: Json | undefined, proposed: Json | undefined): ContentFault[] {
  if (content === undefined) return [];
  const read = contentPreviewSchema.safeParse(content);
  const states = [
    { name: "current", value: current ?? null },
    { name: "proposed", value: proposed ?? null },
  ].map(({ name, value }) => ({ name, read: contentStateSchema.strict().nullable().safeParse(value) }));
  const faults = [
    ...(read.error?.issues ?? []).map(({ path, message }) => ({ path: ["preview", "content", ...path], message })),
    ...states.flatMap(({ name, read: { error } }) =>
      (error?.issues ?? []).map(({ path, message }) => ({ path: [name, ...path], message })),
    ),
  ];
  if (!read.success || faults.length > 0) return faults;
  const [before = null, after = null] = states.map(({ read: { data } }) => data ?? null);
  if (before === null && after === null)
    return [{ path: ["proposed"], message: "one of `current` and `proposed` must be there" }];
  const { changed, hasPage } = read.data;
  if (hasPage) faults.push({ path: ["preview", "content", "hasPage"], message: "must be false; a worker has no pages here" });
  const differing = changedIn(before, after);
  if (differing.length !== changed.length || differing.some((name) => !changed.includes(name)))
    faults.push({ path: ["preview", "content", "changed"], message: `must name what differs: ${differing.join(", ")}` });
  return faults;
}

function changedIn(before: ContentState | null, after: ContentState | null): string[] {
  const of = (state: ContentState | null, name: string): Json | undefined =>
    state !== null && Object.hasOwn(state.value, name) ? state.value[name] : undefined;
  const names = [...new Set([...Object.keys(before?.value ?? {}), ...Object.keys(after?.value ?? {})])];
  return [
    ...names.filter((name) => !isSame(of(before, name), of(after, name))),
    ...(isSame(before?.tags ?? [], after?.tags ?? []) ? [] : ["tags"]),
    ...((before?.published ?? false) === (after?.published ?? false) ? [] : ["published"]),
  ];
}

/** Deep equality as JSON, regardless of key order. */
function isSame(one: Json | undefined, other: Json | undefined): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, n) => isSame(each, other[n]));
  if (!isJsonObject(one) || !isJsonObject(other)) return one === other;
  const keys = Object.keys(one);
  const holds = (value: JsonObject, key: string): boolean => Object.hasOwn(value, key);
  return keys.length === Object.keys(other).length && keys.every((key) => holds(other, key) && isSame(one[key], other[key]));
}
