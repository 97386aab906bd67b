import type { ReactNode } from "react";
import { strings } from "../../../strings/admin.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import classes from "./admin.module.css";

/** One entry of a list of facts. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** A list of texts in the given order. Line breaks within a text are marked, so that one text cannot pass for two. */
export const Points = ({ lines }: { lines: readonly string[] }) => (
  <ul className={classes.points}>
    {lines.map((line, index) => (
      <li key={index}>
        <VisibleText text={line} newlines="mark" />
      </li>
    ))}
  </ul>
);

/** Warns beside the settings about secrets that the server could fail to mask; `names` are those of the secrets. */
export function UnmaskedNotice({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <div className={classes.notice}>
      <Notice tone="caution" title={strings.unmasked.title(names.length)}>
        {strings.unmasked.says(names.length, <VisibleText text={names.join(", ")} newlines="mark" />)}
      </Notice>
    </div>
  );
}
