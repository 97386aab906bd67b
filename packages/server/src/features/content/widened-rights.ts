import { CONTENT_RIGHTS, ELEMENT_KINDS, type ContentRight, type FolderRight } from "@countersign/protocol";

type ElementKind = (typeof ELEMENT_KINDS)[number];
type Who = FolderRight["who"];

/**
 * Describes in plain words which content rights somebody gains. Rights change only at folders whose entries changed, so only
 * those are compared; `content_may` in migration 0014 applies the same order.
 */
export function findWidenedRights(
  before: readonly FolderRight[],
  after: readonly FolderRight[],
  nameOf: (who: Who) => string,
): string[] {
  const key = (right: FolderRight): string => JSON.stringify(right);
  const [was, now] = [new Set(before.map(key)), new Set(after.map(key))];
  const changed = [...before.filter((one) => !now.has(key(one))), ...after.filter((one) => !was.has(key(one)))];
  const everybody: Who[] = (["user", "agent"] as const).map((kind) => ({ kind, id: null }));
  const named = [...before, ...after].flatMap(({ who }) => (who.id === null ? [] : [who]));
  const people = [...new Map([...everybody, ...named].map((who) => [JSON.stringify([who.kind, who.id]), who])).values()];
  return [...new Set(changed.map(({ folder }) => folder))].flatMap((folder) => {
    const [wasThere, isThere] = [above(before, folder), above(after, folder)];
    return people.flatMap((who) => {
      const gained = CONTENT_RIGHTS.filter((right) =>
        ELEMENT_KINDS.some((kind) => may(isThere, right, kind, who) && !may(wasThere, right, kind, who)),
      );
      return gained.length === 0 ? [] : [`${nameOf(who)} may ${gained.join(", ")} in ${folder}`];
    });
  });
}

/** Entries that apply to a folder, in order of precedence. */
const above = (rights: readonly FolderRight[], folder: string): FolderRight[] =>
  rights
    .filter((right) => right.folder === "/" || `${folder}/`.startsWith(`${right.folder}/`))
    .toSorted(
      (a, b) =>
        b.folder.length - a.folder.length ||
        Number(b.who.id !== null) - Number(a.who.id !== null) ||
        Number(b.kind !== null) - Number(a.kind !== null),
    );

const may = (rights: readonly FolderRight[], right: ContentRight, kind: ElementKind, who: Who): boolean =>
  rights
    .find(
      (one) =>
        one.who.kind === who.kind && (one.who.id === null || one.who.id === who.id) && (one.kind === null || one.kind === kind),
    )
    ?.rights.includes(right) ?? true;
