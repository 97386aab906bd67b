import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { javascript, javascriptLanguage } from "@codemirror/lang-javascript";
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
  syntaxTree,
  type TagStyle,
} from "@codemirror/language";
import { linter, lintGutter, lintKeymap, type Diagnostic } from "@codemirror/lint";
import { EditorState, StateEffect } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import type { Json } from "@countersign/protocol";
import { tags } from "@lezer/highlight";
import { strings } from "../../strings/code.tsx";
import { completeInput } from "./complete-input.ts";

/** A fault at a line of the text; lines count from 1. */
export interface Mark {
  line: number;
  column: number | null;
  message: string;
}

interface Options {
  text: string;
  /** Accessible name. */
  label: string;
  schema: () => Json;
  marks: () => readonly Mark[];
  onChange: (text: string) => void;
  onSave: () => void;
}

export interface CodeEditor {
  /** Replaces the whole text, for example after an older version was restored. */
  replace(text: string): void;
  /** Reads the marks again. */
  remark(): void;
  close(): void;
}

const MAX_MARKS = 20;
/** Signals that the marks changed and the text did not. */
const remarked = StateEffect.define<null>();
const theme = EditorView.theme({
  "&": { fontSize: "13px", backgroundColor: "transparent", minHeight: "260px", maxHeight: "60vh" },
  "&.cm-focused": { outline: "2px solid var(--mantine-primary-color-filled)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mantine-font-family-monospace)", lineHeight: "1.55", overflow: "auto" },
  ".cm-content": { caretColor: "var(--mantine-color-text)" },
  ".cm-cursor": { borderLeftColor: "var(--mantine-color-text)" },
  ".cm-activeLine": { backgroundColor: "light-dark(rgb(0 0 0 / 3%), rgb(255 255 255 / 4%))" },
  ".cm-selectionBackground": { background: "light-dark(#cfe3fb, #24476e) !important" },
  ".cm-gutters": {
    border: "0",
    backgroundColor: "transparent",
    color: "light-dark(var(--mantine-color-gray-7), var(--mantine-color-dark-1))",
  },
  ".cm-tooltip": {
    border: "1px solid var(--mantine-color-default-border)",
    backgroundColor: "var(--mantine-color-body)",
    color: "var(--mantine-color-text)",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "light-dark(#1c5fa8, #2f6fb5)", color: "#fff" },
  ".cm-completionDetail": { fontStyle: "normal", opacity: "0.85" },
});

/** Opens an editor for a tool's source. Tab leaves it, like any field. Invisible characters are not marked here. */
export function openCodeEditor(parent: HTMLElement, { text, label, schema, marks, onChange, onSave }: Options): CodeEditor {
  const look = (view: EditorView): Diagnostic[] => [
    ...syntaxFaults(view),
    ...marks().flatMap((mark) => toDiagnostic(view, mark)),
  ];
  const save = {
    key: "Mod-s",
    run: () => {
      onSave();
      return true;
    },
  };
  const view = new EditorView({
    parent,
    doc: text,
    extensions: [
      EditorState.lineSeparator.of("\n"),
      EditorState.tabSize.of(2),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false" }),
      lineNumbers(),
      lintGutter(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      indentOnInput(),
      bracketMatching(),
      closeBrackets(),
      autocompletion(),
      javascript(),
      javascriptLanguage.data.of({ autocomplete: completeInput(schema) }),
      syntaxHighlighting(HighlightStyle.define(highlightStyle)),
      linter(look, {
        delay: 300,
        needsRefresh: ({ transactions }) => transactions.some(({ effects }) => effects.some((effect) => effect.is(remarked))),
      }),
      keymap.of([save, ...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange(update.state.doc.toString());
      }),
      theme,
    ],
  });
  return {
    replace(next) {
      if (view.state.doc.toString() !== next) view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    remark: () => view.dispatch({ effects: remarked.of(null) }),
    close: () => view.destroy(),
  };
}

/** Returns the places where the parser found a syntax error; at most `MAX_MARKS`. */
function syntaxFaults(view: EditorView): Diagnostic[] {
  const found: Diagnostic[] = [];
  syntaxTree(view.state).iterate({
    enter: ({ type, from, to }) => {
      if (!type.isError || found.length >= MAX_MARKS) return;
      const end = Math.min(Math.max(to, from + 1), view.state.doc.length);
      found.push({ from: Math.min(from, end), to: end, severity: "error", message: strings.editor.syntaxError });
    },
  });
  return found;
}

function toDiagnostic(view: EditorView, { line, column, message }: Mark): Diagnostic[] {
  if (line > view.state.doc.lines) return [];
  const { from, to } = view.state.doc.line(line);
  return [{ from: Math.min(from + (column ?? 1) - 1, to), to, severity: "error", message }];
}

/** Colours that are readable on the page's own background, light and dark. */
const highlightStyle: readonly TagStyle[] = [
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: "light-dark(#8a2a8f, #d7a1e0)" },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: "light-dark(#12663f, #8fd3a8)" },
  { tag: [tags.number, tags.bool, tags.null], color: "light-dark(#8a3c00, #f0b27a)" },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], color: "light-dark(#1a4f9c, #8fbcf2)" },
  { tag: tags.comment, color: "light-dark(#59636e, #a3acb5)", fontStyle: "italic" },
  { tag: [tags.definition(tags.variableName), tags.propertyName], color: "light-dark(#14456b, #b5d4ef)" },
];
