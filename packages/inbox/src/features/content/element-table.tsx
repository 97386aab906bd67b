import type { ContentType, ElementSummary } from "@countersign/protocol";
import { strings } from "../../strings/content.tsx";
import { filePath } from "./drawing/read-content.ts";
import { formatSize } from "./drawing/format-value.ts";
import { Moment } from "../../ui/moment.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { publishedWords } from "./read-element.ts";
import classes from "./element-table.module.css";

interface Props {
  elements: readonly ElementSummary[];
  types: readonly Pick<ContentType, "name" | "title">[];
  folder: string;
}

/** Elements by path: a table, or a card each where space is short. */
export function ElementTable({ elements, types, folder }: Props) {
  const words = strings.table;
  const hasDrafts = elements.some(({ kind }) => kind === "document");
  return (
    <table className={classes.table}>
      <caption className={classes.heard}>{words.elementsIn(folder)}</caption>
      <thead>
        <tr>
          <th scope="col">{words.what}</th>
          <th scope="col">{words.type}</th>
          {hasDrafts && <th scope="col">{words.visitorsSee}</th>}
          <th scope="col">{words.changed}</th>
          <th scope="col">{words.proposals}</th>
        </tr>
      </thead>
      <tbody>
        {elements.map((element) => (
          <tr key={element.id}>
            <td className={classes.what}>
              <Thumbnail element={element} />
              <span>
                <TextLink to="/content/$id" params={{ id: element.id }} className={classes.title}>
                  <VisibleText text={element.title || element.path} newlines="mark" />
                </TextLink>
                <small>
                  <VisibleText text={element.path} newlines="mark" />
                </small>
              </span>
            </td>
            <td>
              <VisibleText text={types.find(({ name }) => name === element.type)?.title ?? element.type} newlines="mark" />
              {element.file && <small>{formatSize(element.file.size)}</small>}
            </td>
            {hasDrafts && <td>{publishedWords(element)}</td>}
            <td>
              <Moment at={element.modifiedAt} />
              <small>
                <VisibleText text={element.modifiedBy.name} newlines="mark" />
              </small>
            </td>
            <td>
              {element.openProposals > 0 ? (
                <TextLink to="/content/$id" params={{ id: element.id }} hash="proposals">
                  {words.open(element.openProposals)}
                </TextLink>
              ) : (
                <span className={classes.none}>–</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Thumbnail({ element: { file } }: { element: ElementSummary }) {
  const address =
    file && file.mediaType.startsWith("image/") && file.mediaType !== "image/svg+xml" ? filePath(file.hash) : null;
  return address === null ? null : <img src={address} alt="" className={classes.thumbnail} loading="lazy" />;
}
