import type { ElementKind } from "@countersign/protocol";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { elementWords } from "../../../ui/element-words.ts";

/** For example `Object, product`; only one word if kind and type have the same name. */
export function ElementKindName({ kind, type }: { kind: ElementKind; type: string }) {
  const { one } = elementWords(kind);
  if (type.toLowerCase() === one.toLowerCase() || type === kind) return one;
  return (
    <>
      {one}, <VisibleText text={type} newlines="mark" />
    </>
  );
}
