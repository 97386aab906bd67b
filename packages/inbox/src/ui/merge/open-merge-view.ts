import { MergeView } from "@codemirror/merge";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import { strings } from "../../strings/code.tsx";
import { findFolds } from "./find-folds.ts";
import { foldUnchanged, setFolds } from "./fold-unchanged.ts";
import { markUnseen } from "./mark-unseen.ts";
import textClasses from "../text-diff.module.css";
import visibleClasses from "../visible-text.module.css";

interface Compared {
  before: string;
  after: string;
  /** Accessible name of the comparison. */
  label: string;
  /** Called with the number of sections still folded, immediately and after each opening. */
  onFolded: (folded: number) => void;
}

/** Beyond these limits an exact diff takes seconds, so changes are marked in larger pieces. */
const DIFF_LIMITS = { scanLimit: 2000, timeout: 1000 };

const theme = EditorView.theme({
  "&": { fontSize: "12.5px", backgroundColor: "transparent" },
  "&.cm-focused": { outline: "2px solid var(--mantine-primary-color-filled)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mantine-font-family-monospace)", lineHeight: "1.55" },
  ".cm-content": { padding: "0" },
  ".cm-line": { padding: "0 8px", overflowWrap: "anywhere", unicodeBidi: "isolate" },
  ".cm-gutters": {
    border: "0",
    backgroundColor: "transparent",
    color: "light-dark(var(--mantine-color-gray-7), var(--mantine-color-dark-1))",
  },
  "&.cm-merge-a .cm-changedLine, &.cm-merge-a .cm-deletedLine": { backgroundColor: "var(--removed)" },
  "&.cm-merge-b .cm-changedLine, &.cm-merge-b .cm-insertedLine": { backgroundColor: "var(--added)" },
  "&.cm-merge-a .cm-changedText, &.cm-merge-a .cm-deletedText": { background: "var(--removed-word)", borderRadius: "2px" },
  "&.cm-merge-b .cm-changedText, &.cm-merge-b .cm-insertedText": { background: "var(--added-word)", borderRadius: "2px" },
  "&.cm-merge-a .cm-changedLineGutter": { background: "light-dark(#b02a37, var(--mantine-color-red-4))" },
  "&.cm-merge-b .cm-changedLineGutter": { background: "light-dark(#146c43, var(--mantine-color-teal-4))" },
});

/** Opens two texts side by side, to be read and copied but not changed. Returns a function that removes the view. */
export function openMergeView(parent: HTMLElement, { before, after, label, onFolded }: Compared): () => void {
  const side = (name: "a" | "b", doc: string) => ({ doc, extensions: extensionsOf(name) });
  const extensionsOf = (name: "a" | "b"): Extension => [
    // Only `\n` breaks a line: every other character, including a carriage return, stays in the text and is shown.
    EditorState.lineSeparator.of("\n"),
    EditorState.tabSize.of(4),
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({
      "aria-label": (name === "a" ? strings.comparison.sideBefore : strings.comparison.sideAfter)(label),
      "aria-readonly": "true",
      tabindex: "0",
    }),
    lineNumbers(),
    theme,
    markUnseen(visibleClasses["mark"] ?? ""),
    foldUnchanged({ side: name, className: textClasses["fold"] ?? "", onOpen: open }),
  ];
  const view = new MergeView({ a: side("a", before), b: side("b", after), parent, diffConfig: DIFF_LIMITS });
  let folded = findFolds(view.a.state.doc, view.b.state.doc, view.chunks).map((fold, number) => ({ fold, number }));
  const draw = (): void => {
    for (const editor of [view.a, view.b]) editor.dispatch({ effects: setFolds.of(folded) });
    onFolded(folded.length);
  };
  function open(number: number): void {
    folded = folded.filter((one) => one.number !== number);
    draw();
  }
  draw();
  return () => view.destroy();
}
