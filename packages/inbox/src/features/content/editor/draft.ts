import type { ContentElement, ContentField, Json, JsonObject, Reference, Problem } from "@countersign/protocol";
import { kindOf } from "../drawing/content-changes.ts";
import { isObject } from "../../../ui/diff/json.ts";
import { WHOLE } from "../../../ui/input-form/edit-draft.ts";
import { editFaults } from "../../../ui/field-faults.ts";

/** The parts of an element that a person edits. */
export interface Draft {
  value: JsonObject;
  tags: readonly string[];
}

export const draftOf = ({ value, tags }: Pick<ContentElement, "value" | "tags">): Draft => ({ value, tags: [...tags].sort() });

/** A part that is changed and merged separately: a field, one language of a localised field, or the tags. */
export interface FieldPlace {
  /** Null for the tags. */
  field: ContentField | null;
  language?: string;
  key: string;
}

/** Every place that has a value in any of the drafts, in the order of the type. */
function placesOf(fields: readonly ContentField[], ...drafts: readonly Draft[]): FieldPlace[] {
  const places = fields.flatMap((field): FieldPlace[] => {
    const values = drafts.map(({ value }) => own(value, field.name));
    const isByLanguage =
      field.localized === true && values.every((value) => value === undefined || value === null || isObject(value));
    if (!isByLanguage) return [{ field, key: field.name }];
    const languages = new Set(values.flatMap((value) => (isObject(value) ? Object.keys(value) : [])));
    return [...languages].map((language) => ({ field, language, key: `${field.name} ${language}` }));
  });
  return [...places, { field: null, key: "tags" }];
}

export function readPlace(draft: Draft, { field, language }: FieldPlace): Json | undefined {
  if (!field) return [...draft.tags];
  const value = own(draft.value, field.name);
  if (language === undefined) return value;
  return isObject(value) ? own(value, language) : undefined;
}

export function writePlace(draft: Draft, { field, language }: FieldPlace, to: Json | undefined): Draft {
  if (!field) return { ...draft, tags: Array.isArray(to) ? to.map(String).sort() : [] };
  if (language === undefined) return { ...draft, value: withKey(draft.value, field.name, to) };
  const held = own(draft.value, field.name);
  const languages = withKey(isObject(held) ? held : {}, language, to);
  return { ...draft, value: withKey(draft.value, field.name, Object.keys(languages).length === 0 ? undefined : languages) };
}

const isSame = (one: Draft, other: Draft, place: FieldPlace): boolean =>
  kindOf(readPlace(one, place), readPlace(other, place)) === "same";

/** The request body that turns the base into the draft; null if nothing differs. */
export function changesOf(
  fields: readonly ContentField[],
  base: Draft,
  draft: Draft,
): { set?: JsonObject; tags?: string[] } | null {
  const set: Record<string, Json> = {};
  let tags: string[] | undefined;
  for (const place of placesOf(fields, base, draft)) {
    if (isSame(base, draft, place)) continue;
    const to = readPlace(draft, place) ?? null;
    if (!place.field) tags = [...draft.tags];
    else if (place.language === undefined) set[place.field.name] = to;
    else set[place.field.name] = { ...(set[place.field.name] as JsonObject | undefined), [place.language]: to };
  }
  const hasSet = Object.keys(set).length > 0;
  return hasSet || tags ? { ...(hasSet && { set }), ...(tags && { tags }) } : null;
}

/** Changes by two people to the same element, by place. */
interface Meeting {
  /** Changed only by this person. */
  mine: FieldPlace[];
  /** Changed only by somebody else. */
  theirs: FieldPlace[];
  /** Changed by both, to different values. */
  both: FieldPlace[];
}

export function meet(fields: readonly ContentField[], base: Draft, mine: Draft, theirs: Draft): Meeting {
  const places = placesOf(fields, base, mine, theirs);
  const isMine = (place: FieldPlace): boolean => !isSame(base, mine, place);
  const isTheirs = (place: FieldPlace): boolean => !isSame(base, theirs, place);
  const differs = (place: FieldPlace): boolean => !isSame(mine, theirs, place);
  return {
    mine: places.filter((place) => isMine(place) && !isTheirs(place)),
    theirs: places.filter((place) => isTheirs(place) && !isMine(place)),
    both: places.filter((place) => isMine(place) && isTheirs(place) && differs(place)),
  };
}

/** This person's changes on top of the other version. Where both changed a place, `keepsMine` decides. */
export function carryOver(
  fields: readonly ContentField[],
  { base, mine, theirs }: { base: Draft; mine: Draft; theirs: Draft },
  keepsMine: (place: FieldPlace) => boolean,
): Draft {
  const met = meet(fields, base, mine, theirs);
  const kept = [...met.mine, ...met.both.filter(keepsMine)];
  return kept.reduce((draft, place) => writePlace(draft, place, readPlace(mine, place)), theirs);
}

const own = (value: JsonObject, name: string): Json | undefined => (Object.hasOwn(value, name) ? value[name] : undefined);

function withKey(value: JsonObject, name: string, to: Json | undefined): JsonObject {
  const rest = Object.entries(value).filter(([one]) => one !== name);
  if (to === undefined) return Object.fromEntries(rest);
  return Object.hasOwn(value, name)
    ? Object.fromEntries(Object.entries(value).map(([one, held]) => [one, one === name ? to : held]))
    : Object.fromEntries([...rest, [name, to]]);
}

export interface FieldProps {
  field: ContentField;
  /** Name of the field here, which may differ from its title. */
  label: string;
  value: Json | undefined;
  /** The server's fault in this field. */
  fault?: string | undefined;
  onChange: (value: Json | undefined) => void;
  references: ReadonlyMap<string, Reference>;
  /** Called with each element that is chosen as a reference. */
  onReference: (found: Reference) => void;
  /** Called with true while the typed text is not a valid value. */
  onBroken: (isBroken: boolean) => void;
}

/** The server's faults by field of the element; faults of no field are under `""`. */
export function setFaults(problem: Problem | null | undefined, fields: readonly string[]): ReadonlyMap<string, string> {
  const errors = (problem?.errors ?? []).map(({ path, message }) => ({
    path: path.replace(/^\/(set|value)(?=\/|$)/, ""),
    message,
  }));
  const faults = editFaults(errors, [...fields, "tags"]);
  const whole = faults.get(WHOLE);
  if (whole !== undefined) faults.set("", whole);
  faults.delete(WHOLE);
  return faults;
}
