import type { Json } from "@countersign/protocol";
import { useEffect, useRef } from "react";
import { openCodeEditor, type CodeEditor as Opened, type Mark } from "./open-code-editor.ts";
import classes from "./code.module.css";

interface Props {
  text: string;
  label: string;
  /** JSON Schema of `input`. */
  schema: Json;
  marks: readonly Mark[];
  onChange: (text: string) => void;
  onSave: () => void;
}

/** JavaScript editor that completes names of the tool's input schema and of the sandbox. */
export function CodeEditor({ text, label, schema, marks, onChange, onSave }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Opened | null>(null);
  const now = useRef({ schema, marks, onChange, onSave });
  useEffect(() => {
    now.current = { schema, marks, onChange, onSave };
  });
  const first = useRef(text);
  useEffect(() => {
    const opened = openCodeEditor(place.current!, {
      text: first.current,
      label,
      schema: () => now.current.schema,
      marks: () => now.current.marks,
      onChange: (next) => now.current.onChange(next),
      onSave: () => now.current.onSave(),
    });
    editor.current = opened;
    return () => opened.close();
  }, [label]);
  useEffect(() => editor.current?.replace(text), [text]);
  useEffect(() => editor.current?.remark(), [marks]);
  return <div ref={place} className={classes.editor} />;
}
