import { displaySegments } from "@countersign/protocol";
import { RangeSetBuilder, type Extension } from "@codemirror/state";
import { Decoration, ViewPlugin, WidgetType, type DecorationSet, type EditorView, type ViewUpdate } from "@codemirror/view";

/** A chip in place of invisible characters. Only the drawing changes: selections and copies keep the real characters. */
class MarkWidget extends WidgetType {
  readonly #label: string;
  readonly #className: string;

  constructor(label: string, className: string) {
    super();
    this.#label = label;
    this.#className = className;
  }

  override eq(other: MarkWidget): boolean {
    return other.#label === this.#label;
  }

  override toDOM(): HTMLElement {
    const chip = document.createElement("bdi");
    chip.className = this.#className;
    chip.dataset["mark"] = this.#label;
    chip.title = this.#label;
    chip.setAttribute("role", "img");
    chip.setAttribute("aria-label", this.#label);
    return chip;
  }
}

/** Draws chips in the visible lines, with the same function that marks every other text of an agent. */
export const markUnseen = (className: string): Extension =>
  ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = marksIn(view, className);
      }
      update({ docChanged, viewportChanged, view }: ViewUpdate): void {
        if (docChanged || viewportChanged) this.decorations = marksIn(view, className);
      }
    },
    { decorations: ({ decorations }) => decorations },
  );

function marksIn({ visibleRanges, state }: EditorView, className: string): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>();
  let done = -1;
  for (const { from, to } of visibleRanges) {
    for (let line = state.doc.lineAt(from); ; line = state.doc.line(line.number + 1)) {
      // Two ranges may be in one long line, which must be read only once.
      if (line.number > done) {
        let at = line.from;
        for (const { kind, text, ...segment } of displaySegments(line.text)) {
          const end = at + text.length;
          if (kind === "mark" && "label" in segment) {
            marks.add(at, end, Decoration.replace({ widget: new MarkWidget(segment.label, className) }));
          }
          at = end;
        }
        done = line.number;
      }
      if (line.to >= to || line.number === state.doc.lines) break;
    }
  }
  return marks.finish();
}
