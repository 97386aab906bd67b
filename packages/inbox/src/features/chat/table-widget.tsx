import type { Json } from "@countersign/protocol";
import { strings } from "../../strings/chat.tsx";
import { jsonText } from "../../ui/diff/json.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import classes from "./message.module.css";

interface Props {
  toolName: string;
  columns: readonly string[];
  rows: readonly (readonly Json[])[];
  /** Number of rows that the tool returned and that are not in `rows`. */
  more: number;
}

/** Unchanged result of a tool that reads. */
export function TableWidget({ toolName, columns, rows, more }: Props) {
  const words = strings.calls;
  return (
    <figure className={classes.figure}>
      <figcaption>{words.rowsFrom(<VisibleText text={toolName} newlines="mark" />, rows.length + more)}</figcaption>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={words.rows}>
        <table className={classes.data}>
          <thead>
            <tr>
              {columns.map((column, index) => (
                <th key={index} scope="col">
                  <VisibleText text={column} newlines="mark" />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {columns.map((_column, at) => (
                  <td key={at}>
                    <Cell value={row[at] ?? null} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && <p className={classes.dim}>{words.moreRows(more)}</p>}
    </figure>
  );
}

function Cell({ value }: { value: Json }) {
  if (value === null) return <span className={classes.dim}>–</span>;
  if (typeof value === "object") return <VisibleText text={jsonText(value)} />;
  return <VisibleText text={String(value)} />;
}
