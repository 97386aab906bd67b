import { strings } from "../../../strings/drawing.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { changeWords } from "../../../ui/change-words.ts";
import { isReordered, listChanges } from "./list-changes.ts";
import type { References } from "./reference-view.tsx";
import { tagTree, type TagNode } from "./tag-tree.ts";
import classes from "./content.module.css";

/** Chosen options, with added and removed ones marked. */
export function Chips({ before, after }: { before: readonly string[]; after: readonly string[] }) {
  const changes = listChanges(before, after);
  if (changes.length === 0) return <span className={classes.dim}>{strings.noOption}</span>;
  return (
    <>
      <ul className={classes.chips}>
        {changes.map(({ item, kind }) => (
          <li key={item} className={classes.chip} data-change={kind}>
            {kind !== "same" && <span className={classes.word}>{changeWords(kind)}</span>}
            <VisibleText text={item} newlines="mark" />
          </li>
        ))}
      </ul>
      {isReordered(before, after) && <p className={classes.dim}>{strings.reordered}</p>}
    </>
  );
}

interface Props {
  before: readonly string[];
  after: readonly string[];
  references: References;
}

/** Tags in their tree, with added and removed ones marked. */
export function TagList({ before, after, references }: Props) {
  const roots = tagTree(before, after, references);
  return roots.length === 0 ? <span className={classes.dim}>{strings.noTag}</span> : <Level nodes={roots} />;
}

const Level = ({ nodes }: { nodes: readonly TagNode[] }) => (
  <ul className={classes.tags}>
    {nodes.map((node) => (
      <li key={node.path}>
        <span className={node.kind === null ? classes.dim : classes.chip} data-change={node.kind ?? undefined}>
          {(node.kind === "added" || node.kind === "removed") && <span className={classes.word}>{changeWords(node.kind)}</span>}
          <VisibleText text={node.name} newlines="mark" />
        </span>
        {node.children.length > 0 && <Level nodes={node.children} />}
      </li>
    ))}
  </ul>
);
