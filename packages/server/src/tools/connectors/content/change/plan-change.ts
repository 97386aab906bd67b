import type { ContentType, JsonObject } from "@countersign/protocol";
import { InvalidInput, ToolFailure } from "../../../../ports/tool.ts";
import type { ContentSource, Element, ElementRef, Look, NextState, PlannedState } from "../content-source.ts";
import { checkRequired, checkValue } from "../fields/adapters.ts";
import { within, type Fault } from "../fields/field-adapter.ts";
import { checkReferences, checkTags } from "./check-references.ts";
import { changedParts, mergeTags, mergeValue, type ElementChange } from "./merge-change.ts";

/** The write that a call would make, computed without writing anything. */
export interface Plan {
  kind: ElementRef["kind"];
  path: string;
  type: ContentType;
  /** Undefined if the call creates the element. */
  element: Element | undefined;
  next: NextState;
  changed: string[];
  publish?: boolean;
}

/** JSON Pointers to the parts of a change in the call, so that a fault names the place a model has to correct. */
export interface Places {
  set: string;
  tags?: string;
}

const EMPTY: NextState = { value: {}, tags: [], published: false };

/** The element is already in the planned state: nothing to approve and, after an interrupted attempt, nothing left to do. */
export class ChangesNothing extends ToolFailure {
  constructor(kind: ElementRef["kind"], path: string) {
    super("invalid", `changes nothing: the ${NAMES[kind]} already has these values`, path);
  }
}

/** The path is taken. After an interrupted attempt the element there may be the call's own; it then equals `next`. */
export class PathTaken extends ToolFailure {
  readonly next: NextState;

  constructor(next: NextState) {
    super("invalid", "is taken by another element", "/path");
    this.next = next;
  }
}

/** Only documents have drafts; visitors always see the current state of any other element. */
export const hasDrafts = (kind: ElementRef["kind"]): boolean => kind === "document";

export async function findElement(source: ContentSource, ref: ElementRef, look: Look): Promise<Element> {
  const element = await source.find(ref, look);
  if (element) return element;
  const words = "id" in ref ? `with the id ${ref.id}` : `at ${ref.path}`;
  throw new ToolFailure("invalid", `there is no ${NAMES[ref.kind]} ${words}`, "id" in ref ? "/id" : "/path");
}

export const NAMES = { object: "data object", asset: "asset", document: "document", tag: "tag", template: "template" } as const;

/** Plans a change of an existing element. Throws all faults together, for the agent to correct at once. */
export async function planChange(
  source: ContentSource,
  ref: ElementRef,
  change: ElementChange,
  places: Places,
  look: Look,
): Promise<Plan> {
  const element = await findElement(source, ref, look);
  await needRight(source, "edit", element, look);
  if (change.publish !== undefined) await needRight(source, "publish", element, look);
  const type = await findType(source, element.kind, element.type, look);
  const merged = mergeValue(element.value, change.set ?? {}, type);
  const tags = change.tags ? mergeTags(element.tags, change.tags) : element.tags;
  const published = hasDrafts(element.kind) ? change.publish === true : true;
  const next = { value: merged.value, tags, published };
  const changed = changedParts(element, next);
  const faults = [
    ...at(places.set, merged.faults),
    ...at(places.set, await checkReferences(source, { value: next.value, changed, type }, look)),
    ...at(places.tags ?? "", await checkTags(source, change.tags?.add ?? [], look)),
    ...(await checkSource(source, { ...element, now: element, next, changed }, places, look)),
  ];
  if (faults.length > 0) throw new InvalidInput(faults);
  // `publish: true` alone counts unless visitors see the current state, `publish: false` alone if they see any state.
  const isTakenAway = change.publish === false && (element.visible ?? element.published);
  const isUnchanged = changed.length === 0 || (changed.join() === "published" && change.publish === undefined);
  if (isUnchanged && !isTakenAway) throw new ChangesNothing(element.kind, places.set);
  const { kind, path } = element;
  return { kind, path, type, element, next, changed, ...(change.publish !== undefined && { publish: change.publish }) };
}

/** Plans to write an older state of an element again. */
export async function planRestore(source: ContentSource, ref: ElementRef, revision: number, look: Look): Promise<Plan> {
  const element = await findElement(source, ref, look);
  await needRight(source, "edit", element, look);
  const former = await source.findRevision?.(ref, revision, look);
  if (!former) throw new ToolFailure("invalid", `there is no revision ${revision} of this element`, "/restoreRevision");
  const type = await findType(source, element.kind, element.type, look);
  const next = { ...former, published: !hasDrafts(element.kind) };
  const changed = changedParts(element, next);
  const faults = [
    ...checkValue(next.value, type.fields, type.languages),
    ...(await checkReferences(source, { value: next.value, changed, type }, look)),
    ...(await checkTags(source, next.tags, look)),
  ];
  if (faults.length > 0) {
    const words = faults.map(({ path, message }) => `${path} ${message}`).join("; ");
    throw new ToolFailure("invalid", `revision ${revision} cannot be restored: ${words}`, "/restoreRevision");
  }
  if (changed.length === 0) throw new ChangesNothing(element.kind, "/restoreRevision");
  return { kind: element.kind, path: element.path, type, element, next, changed };
}

export interface Creation {
  kind: ElementRef["kind"];
  type: string;
  path: string;
  set: JsonObject;
  tags?: readonly string[];
  publish?: boolean;
}

/** Plans a new element. A document becomes a draft unless `publish` is true. */
export async function planCreation(source: ContentSource, creation: Creation, places: Places, look: Look): Promise<Plan> {
  const { kind, path, set, tags = [] } = creation;
  await needRight(source, "create", creation, look);
  if (creation.publish !== undefined) await needRight(source, "publish", creation, look);
  const type = await findType(source, kind, creation.type, look);
  const { value, faults: merging } = mergeValue({}, set, type);
  const next = { value, tags: [...tags].sort(), published: hasDrafts(kind) ? creation.publish === true : true };
  const changed = changedParts(EMPTY, next);
  const faults = [
    ...at(places.set, [...merging, ...checkRequired(value, type.fields)]),
    ...at(places.set, await checkReferences(source, { value, changed, type }, look)),
    ...at(places.tags ?? "", await checkTags(source, tags, look)),
    ...(await checkSource(source, { ...creation, now: undefined, next, changed }, places, look)),
  ];
  if (faults.length > 0) throw new InvalidInput(faults);
  if (await source.find({ kind, path }, look)) throw new PathTaken(next);
  return {
    kind,
    path,
    type,
    element: undefined,
    next,
    changed,
    ...(creation.publish !== undefined && { publish: creation.publish }),
  };
}

/** Returns the faults only the source finds, each at the part of the call it concerns. */
async function checkSource(source: ContentSource, planned: PlannedState, places: Places, look: Look): Promise<Fault[]> {
  const faults = (await source.check?.(planned, look)) ?? [];
  return faults.flatMap(({ path, message }) =>
    path === "/tags" ? at(places.tags ?? "", [{ path: "", message }]) : at(places.set, [{ path, message }]),
  );
}

export async function needRight(
  source: ContentSource,
  right: "edit" | "create" | "publish",
  place: { kind: ElementRef["kind"]; path: string },
  look: Look,
): Promise<void> {
  if (await source.may(right, place, look)) return;
  throw new ToolFailure(
    "forbidden",
    `no permission to ${right} ${NAMES[place.kind]}s here`,
    right === "create" ? "/path" : "/id",
  );
}

async function findType(source: ContentSource, kind: ElementRef["kind"], name: string, look: Look): Promise<ContentType> {
  const types = (await source.types(look)).filter((type) => type.kind === kind);
  const type = types.find((one) => one.name === name);
  if (type) return type;
  throw new ToolFailure(
    "invalid",
    `there is no type ${name}; the types are ${types.map((one) => one.name).join(", ")}`,
    "/type",
  );
}

const at = (place: string, faults: readonly Fault[]): Fault[] => (place === "" ? [...faults] : within(place.slice(1), faults));
