import type { Reference } from "@countersign/protocol";
import { strings } from "../../../strings/drawing.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { changeWords } from "../../../ui/change-words.ts";
import { elementWords } from "../../../ui/element-words.ts";
import { isReordered, listChanges } from "./list-changes.ts";
import { Picture } from "./picture.tsx";
import classes from "./content.module.css";

/** Elements that a value refers to, by id. */
export type References = ReadonlyMap<string, Reference>;

interface Props {
  before: readonly string[];
  after: readonly string[];
  references: References;
}

/** Referenced elements by their paths, with added and removed ones marked. */
export function ReferenceList({ before, after, references }: Props) {
  return (
    <>
      <ul className={classes.references}>
        {listChanges(before, after).map(({ item, kind }) => (
          <li key={item} className={classes.reference} data-change={kind}>
            {kind !== "same" && <span className={classes.word}>{changeWords(kind)}</span>}
            <ReferenceName id={item} reference={references.get(item)} />
          </li>
        ))}
      </ul>
      {isReordered(before, after) && <p className={classes.dim}>{strings.reordered}</p>}
    </>
  );
}

function ReferenceName({ id, reference }: { id: string; reference: Reference | undefined }) {
  if (!reference) {
    return (
      <span>
        <VisibleText text={id} newlines="mark" /> <span className={classes.dim}>{strings.notReadable}</span>
      </span>
    );
  }
  return (
    <span>
      <VisibleText text={reference.path} newlines="mark" />{" "}
      <span className={classes.dim}>
        {elementWords(reference.kind).one}
        {reference.title !== "" && (
          <>
            , <VisibleText text={reference.title} newlines="mark" />
          </>
        )}
      </span>
    </span>
  );
}

/** Referenced pictures, displayed. */
export function PictureList({ ids, references }: { ids: readonly string[]; references: References }) {
  if (ids.length === 0) return <span className={classes.dim}>{strings.noPicture}</span>;
  return (
    <div className={classes.pictures}>
      {ids.map((id, index) => {
        const reference = references.get(id);
        return reference?.file ? (
          <Picture key={index} file={reference.file} title={reference.title} path={reference.path} />
        ) : (
          <ReferenceName key={index} id={id} reference={reference} />
        );
      })}
    </div>
  );
}
