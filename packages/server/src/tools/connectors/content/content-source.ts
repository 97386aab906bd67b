import type { ContentRight, ContentType, ElementFile, ElementKind, JsonObject, Reference } from "@countersign/protocol";
import type { ToolScope, TransactionHandle } from "../../../ports/tool.ts";

/** An element in its current state at the source. */
export interface Element {
  kind: ElementKind;
  /** Name of its type: a class of objects, or `page`, `snippet`, `email` for documents. Each other kind has one type. */
  type: string;
  id: string;
  path: string;
  /** Number of the current revision, from 1; null if the source does not count revisions. */
  revision: number | null;
  /** Differs after any change of the element; a write compares it. */
  version: string;
  /** Fields by name, without empty ones. */
  value: JsonObject;
  /** Sorted ids of the element's tags. */
  tags: string[];
  /** Visitors see exactly this state. */
  published: boolean;
  /** Visitors see this or an older state; the same as `published` if undefined. */
  visible?: boolean;
  file: ElementFile | null;
  modifiedAt: string;
}

export type ElementRef = { kind: ElementKind } & ({ id: string } | { path: string });

/** Who reads, and in which transaction: a handler that writes in a transaction must also read in it. */
export interface Look extends ToolScope {
  transaction?: TransactionHandle | undefined;
}

/** Who writes: a handler for its action, or a person on the page. */
export interface WriteContext extends Look {
  actionId: string | null;
  /** Name of the person; for an action, the source knows the agent's name. */
  byName?: string;
  signal: AbortSignal;
}

/** Complete new state of all parts that a change may touch. */
export interface NextState {
  value: JsonObject;
  tags: string[];
  published: boolean;
}

/** An atomic change of an element's contents. */
export interface ElementWrite {
  kind: ElementKind;
  id: string;
  /** The version the change is based on; at any other version nothing is written. */
  version: string;
  next: NextState;
  /** True: visitors see the new state. False: they see nothing. Undefined: what they see stays. */
  publish?: boolean;
  /** Names of the parts that differ: fields, `tags` and `published`. */
  changed: readonly string[];
  /** Revision whose state this write restores. */
  restores?: number;
}

export interface ElementCreation {
  kind: ElementKind;
  type: string;
  path: string;
  next: NextState;
  publish?: boolean;
  file?: { bytes: Buffer; mediaType: string };
}

/** A state to be written; `now` is the current state, undefined for a new element. */
export interface PlannedState {
  kind: ElementKind;
  type: string;
  path: string;
  now: NextState | undefined;
  next: NextState;
  changed: readonly string[];
}

export interface Written {
  id: string;
  path: string;
  revision: number | null;
  version: string;
}

export interface ElementFilter {
  kind: ElementKind;
  type?: string;
  /** Folder whose elements, including all levels below, are listed. */
  folder?: string;
  /** Text to find in paths and values. */
  q?: string;
  /** Id of a tag; elements with a tag below it match, too. */
  tag?: string;
  limit: number;
  cursor?: string;
}

/**
 * Content store: the embedded one or an external system. The proposal tools build on it, so a source only reads, and writes by
 * compare-and-set. It must not show an element to somebody who may not view it.
 */
export interface ContentSource {
  /** `transactional`: writes in the context's transaction. `reconcilable`: can look up what an interrupted attempt did. */
  effect: "transactional" | "reconcilable";
  types(look: Look): Promise<ContentType[]>;
  find(ref: ElementRef, look: Look): Promise<Element | undefined>;
  /** Returns those elements that exist, in no particular order. Used to check relations, tags and pictures. */
  findReferences(ids: readonly string[], look: Look): Promise<Reference[]>;
  list(filter: ElementFilter, look: Look): Promise<{ items: Reference[]; nextCursor: string | null }>;
  /** Whether the caller in `look`, or every one of `people`, has the right for elements of a kind at a path. */
  may(
    right: ContentRight,
    place: { kind: ElementKind; path: string },
    look: Look,
    people?: readonly string[],
  ): Promise<boolean>;
  /** Checks only the source can make of a planned state; part of the dry run. Paths begin with a field's name or `tags`. */
  check?(planned: PlannedState, look: Look): Promise<readonly { path: string; message: string }[]>;
  /** Returns undefined, having written nothing, if the element is no longer at this version. */
  write(write: ElementWrite, context: WriteContext): Promise<Written | undefined>;
  /** Returns undefined if the path is taken. */
  create(creation: ElementCreation, context: WriteContext): Promise<Written | undefined>;
  /** Returns an older state of an element; undefined where the source keeps none. */
  findRevision?(ref: ElementRef, revision: number, look: Look): Promise<NextState | undefined>;
}
