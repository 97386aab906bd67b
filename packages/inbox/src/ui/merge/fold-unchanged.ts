import { StateEffect, StateField, type Extension, type Range } from "@codemirror/state";
import { Decoration, EditorView, WidgetType, type DecorationSet } from "@codemirror/view";
import { strings } from "../../strings/code.tsx";
import type { Fold } from "./find-folds.ts";

/** Sets the folds that are still closed, by their number. */
export const setFolds = StateEffect.define<readonly { fold: Fold; number: number }[]>();

interface Side {
  side: "a" | "b";
  className: string;
  onOpen: (number: number) => void;
}

/** Replaces the folded lines and tells their size. The right one repeats the left one and is hidden from screen readers. */
class FoldWidget extends WidgetType {
  readonly #fold: Fold;
  readonly #number: number;
  readonly #side: Side;

  constructor(fold: Fold, number: number, side: Side) {
    super();
    this.#fold = fold;
    this.#number = number;
    this.#side = side;
  }

  override eq(other: FoldWidget): boolean {
    return other.#number === this.#number && other.#side.side === this.#side.side;
  }

  override toDOM(): HTMLElement {
    const button = document.createElement("button");
    button.type = "button";
    button.className = this.#side.className;
    button.textContent = strings.comparison.showLines(this.#fold.lines, this.#fold.characters);
    button.addEventListener("click", () => this.#side.onOpen(this.#number));
    if (this.#side.side === "a") button.dataset["unopened"] = "true";
    else {
      button.tabIndex = -1;
      button.setAttribute("aria-hidden", "true");
    }
    return button;
  }

  override get estimatedHeight(): number {
    return 26;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

export const foldUnchanged = (side: Side): Extension =>
  StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(shown, { effects }) {
      for (const effect of effects) {
        if (!effect.is(setFolds)) continue;
        const ranges: Range<Decoration>[] = effect.value.map(({ fold, number }) =>
          Decoration.replace({ widget: new FoldWidget(fold, number, side), block: true }).range(
            fold[side.side].from,
            fold[side.side].to,
          ),
        );
        return Decoration.set(ranges);
      }
      return shown;
    },
    provide: (field) => EditorView.decorations.from(field),
  });
