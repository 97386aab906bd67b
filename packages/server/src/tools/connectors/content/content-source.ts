import type { ContentRight, ContentType, ElementFile, ElementKind, JsonObject, Reference } from "@countersign/protocol";
import type { ToolScope, TransactionHandle } from "../../../core/tool-port.ts";

/** An element as its source has it now. */
export interface Element {
  kind: ElementKind;
  /** Name of its type: a class of objects, `page`, `snippet`, `email`; of the other kinds there is one. */
  type: string;
  id: string;
  path: string;
  /** Counts its changes from 1, where the source counts them. */
  revision: number | null;
  /** Differs whenever anything of the element does; a write compares it. */
  version: string;
  /** Its fields by name; what is empty is left out. */
  value: JsonObject;
  /** Ids of its tags, sorted. */
  tags: string[];
  /** Visitors see it as it is here. */
  published: boolean;
  /** They see something of it, be it an older state; left out: as `published`. */
  visible?: boolean;
  file: ElementFile | null;
  modifiedAt: string;
}

export type ElementRef = { kind: ElementKind } & ({ id: string } | { path: string });

/** Who looks, and in which transaction: a handler that writes in one must read there, too. */
export interface Look extends ToolScope {
  transaction?: TransactionHandle | undefined;
}

/** Who writes: a handler, for its action, or a person at the page. */
export interface WriteContext extends Look {
  actionId: string | null;
  /** Of the person; an action knows the name of its agent. */
  byName?: string;
  signal: AbortSignal;
}

/** What an element becomes: everything of it that a change may touch, whole. */
export interface NextState {
  value: JsonObject;
  tags: string[];
  published: boolean;
}

/** How the contents of an element are to change. The whole of it is written or nothing. */
export interface ElementWrite {
  kind: ElementKind;
  id: string;
  /** The version the change was made from; over another one nothing is written. */
  version: string;
  next: NextState;
  /** True: visitors see it as it is now; false: they see nothing of it; left out: they go on seeing what they saw. */
  publish?: boolean;
  /** The fields that differ, `tags` and `published` beside them. */
  changed: readonly string[];
  /** The revision whose state this brings back. */
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

/** A state that is to be written; `now` is what is there, undefined for an element that is yet to be made. */
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
  /** Elements in it and below. */
  folder?: string;
  /** Text looked for in paths and values. */
  q?: string;
  /** Id of a tag that they have, or one below it. */
  tag?: string;
  limit: number;
  cursor?: string;
}

/**
 * Where content is kept: the embedded store, or a system of somebody else. The tools for proposals are made over it, so a
 * source only reads, and writes what it is told by compare-and-set. It never shows an element to somebody who may not view it.
 */
export interface ContentSource {
  /** `transactional`: it writes in the transaction of the context. `reconcilable`: it looks at what is there after a cut. */
  effect: "transactional" | "reconcilable";
  types(look: Look): Promise<ContentType[]>;
  find(ref: ElementRef, look: Look): Promise<Element | undefined>;
  /** Those of the ids that are there, in no order. For checks of relations, tags and pictures. */
  findReferences(ids: readonly string[], look: Look): Promise<Reference[]>;
  list(filter: ElementFilter, look: Look): Promise<{ items: Reference[]; nextCursor: string | null }>;
  /** Of the caller in `look`, or of one of `people`, with the elements of a kind at a path. */
  may(
    right: ContentRight,
    place: { kind: ElementKind; path: string },
    look: Look,
    people?: readonly string[],
  ): Promise<boolean>;
  /**
   * What the source alone has against a state that is planned; part of the dry run. Paths begin with the name of the field, or
   * with `tags`.
   */
  check?(planned: PlannedState, look: Look): Promise<readonly { path: string; message: string }[]>;
  /** `undefined`: the element is not at this version any more, and nothing was written. */
  write(write: ElementWrite, context: WriteContext): Promise<Written | undefined>;
  /** `undefined`: something is at this path already. */
  create(creation: ElementCreation, context: WriteContext): Promise<Written | undefined>;
  /** An older state of an element, where the source keeps them. */
  findRevision?(ref: ElementRef, revision: number, look: Look): Promise<NextState | undefined>;
}
