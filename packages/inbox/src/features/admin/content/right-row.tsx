import { CONTENT_RIGHTS, ELEMENT_KINDS, type FolderRight } from "@countersign/protocol";
import { ActionIcon, Checkbox, Group, NativeSelect, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { strings } from "../../../strings/admin-content.tsx";
import { elementWords } from "../../../ui/element-words.ts";
import classes from "./content-admin.module.css";

export interface Someone {
  kind: "user" | "agent";
  id: string;
  name: string;
}

interface Props {
  right: FolderRight;
  /** Position in the list, from 1. */
  place: number;
  known: readonly Someone[];
  fault: string | undefined;
  onChange: (right: FolderRight) => void;
  onRemove: () => void;
}

/** Edits one right: its folder, element kind, person or agent, and permissions. */
export function RightRow({ right, place, known, fault, onChange, onRemove }: Props) {
  const words = strings.right;
  const { folder, kind, who, rights } = right;
  const whoText = `${who.kind} ${who.id ?? ""}`;
  const isKnown = who.id === null || known.some((one) => one.kind === who.kind && one.id === who.id);
  return (
    <li className={classes.row} aria-label={words.place(place)}>
      <TextInput
        label={words.folder}
        value={folder}
        error={fault}
        onChange={({ currentTarget }) => onChange({ ...right, folder: currentTarget.value })}
      />
      <NativeSelect
        label={words.kind}
        value={kind ?? ""}
        data={[
          { value: "", label: words.everything },
          ...ELEMENT_KINDS.map((value) => ({ value, label: elementWords(value).many })),
        ]}
        onChange={({ currentTarget }) =>
          onChange({ ...right, kind: ELEMENT_KINDS.find((one) => one === currentTarget.value) ?? null })
        }
      />
      <NativeSelect
        label={words.who}
        value={whoText}
        data={[
          { value: "user ", label: words.allPeople },
          { value: "agent ", label: words.allAgents },
          ...known.map((one) => ({
            value: `${one.kind} ${one.id}`,
            label: one.kind === "agent" ? words.agent(one.name) : one.name,
          })),
          ...(isKnown ? [] : [{ value: whoText, label: words.gone(who.id ?? "") }]),
        ]}
        onChange={({ currentTarget }) => {
          const [of, id = ""] = currentTarget.value.split(" ");
          onChange({ ...right, who: { kind: of === "agent" ? "agent" : "user", id: id === "" ? null : id } });
        }}
      />
      <Checkbox.Group
        label={words.may}
        value={rights}
        onChange={(next) => onChange({ ...right, rights: CONTENT_RIGHTS.filter((one) => next.includes(one)) })}
      >
        <Group gap="sm" mt={8}>
          {CONTENT_RIGHTS.map((one) => (
            <Checkbox key={one} size="xs" value={one} label={words.rights[one]} />
          ))}
        </Group>
      </Checkbox.Group>
      <ActionIcon variant="subtle" color="gray" aria-label={words.take(place)} onClick={onRemove} className={classes.remove}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}
