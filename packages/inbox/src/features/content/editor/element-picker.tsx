import type { ContentField, ElementKind, Reference } from "@countersign/protocol";
import { ActionIcon, Input, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconArrowUp, IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { foundElementsQuery } from "../../../api/content-queries.ts";
import { strings } from "../../../strings/editor.tsx";
import { elementWords } from "../../../ui/element-words.ts";
import { Picture } from "../drawing/picture.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import classes from "./editor.module.css";

interface Props {
  label: string;
  description?: string | undefined;
  fault?: string | undefined;
  chosen: readonly string[];
  isMany: boolean;
  /** Kinds and types that may be chosen; empty allows any. */
  to: NonNullable<ContentField["to"]>;
  references: ReadonlyMap<string, Reference>;
  onChange: (chosen: string[]) => void;
  onReference: (found: Reference) => void;
}

const TYPING_MS = 250;
const KINDS: ElementKind[] = ["object", "asset", "document", "tag", "template"];

/** Picker of elements by path: the chosen ones, and a search for more. */
export function ElementPicker({ label, description, fault, chosen, isMany, to, references, onChange, onReference }: Props) {
  const words = strings.picker;
  const id = useId();
  const allowed = to.length === 0 ? KINDS.map((kind) => ({ kind, type: undefined })) : to;
  const [at, setAt] = useState(0);
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), TYPING_MS);
  const { kind = "object", type } = allowed[at] ?? {};
  const isSearching = typed.trim() !== "";
  const { data: found } = useQuery({
    ...foundElementsQuery({ kind, ...(type !== undefined && { type }), q }),
    enabled: isSearching && q !== "",
  });
  const choose = (element: Reference): void => {
    onReference(element);
    onChange(isMany ? [...chosen, element.id] : [element.id]);
    setTyped("");
  };
  return (
    <Input.Wrapper label={label} description={description} error={fault} labelElement="div" id={id}>
      <div role="group" aria-label={label} className={classes.picker}>
        {chosen.length > 0 && <ChosenElements chosen={chosen} isMany={isMany} references={references} onChange={onChange} />}
        <div className={classes.find}>
          {allowed.length > 1 && (
            <NativeSelect
              size="xs"
              aria-label={words.kind(label)}
              value={String(at)}
              data={allowed.map((one, index) => ({
                value: String(index),
                label: one.type === undefined ? elementWords(one.kind).many : one.type,
              }))}
              onChange={({ currentTarget }) => setAt(Number(currentTarget.value))}
            />
          )}
          <TextInput
            size="xs"
            flex={1}
            type="search"
            aria-label={words.search(label)}
            placeholder={words.searchByPath[kind]}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </div>
        {isSearching && found && (
          <ul className={classes.found} aria-label={words.found(label)}>
            {found
              .filter((element) => !chosen.includes(element.id))
              .map((element) => (
                <li key={element.id}>
                  <button type="button" onClick={() => choose(element)}>
                    <VisibleText text={element.path} newlines="mark" />
                    <small>
                      <VisibleText text={element.title} newlines="mark" />
                    </small>
                  </button>
                </li>
              ))}
            {found.length === 0 && <li className={classes.dim}>{words.nothingMatches}</li>}
          </ul>
        )}
      </div>
    </Input.Wrapper>
  );
}

type ChosenProps = Pick<Props, "chosen" | "isMany" | "references" | "onChange">;

function ChosenElements({ chosen, isMany, references, onChange }: ChosenProps) {
  return (
    <ol className={classes.chosen}>
      {chosen.map((one, index) => (
        <li key={one}>
          <Named id={one} reference={references.get(one)} />
          {isMany && index > 0 && (
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-label={strings.fields.moveUp(references.get(one)?.path ?? one)}
              onClick={() => onChange(swapped(chosen, index))}
            >
              <IconArrowUp size={14} aria-hidden />
            </ActionIcon>
          )}
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={strings.fields.takeOut(references.get(one)?.path ?? one)}
            onClick={() => onChange(chosen.filter((other) => other !== one))}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ol>
  );
}

function Named({ id, reference }: { id: string; reference: Reference | undefined }) {
  if (reference?.file) return <Picture file={reference.file} title={reference.title} path={reference.path} small />;
  return (
    <span className={classes.named}>
      <VisibleText text={reference?.path ?? id} newlines="mark" />
    </span>
  );
}

/** Returns the list with the item at `index` one place further up. */
function swapped(list: readonly string[], index: number): string[] {
  const next = [...list];
  const [moved] = next.splice(index, 1);
  if (moved !== undefined) next.splice(index - 1, 0, moved);
  return next;
}
