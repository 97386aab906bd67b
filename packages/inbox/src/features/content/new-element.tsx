import type { ElementKind, StoredType } from "@countersign/protocol";
import { Button, Group, NativeSelect, Stack, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { strings } from "../../strings/content.tsx";
import { strings as uiStrings } from "../../strings/ui.tsx";
import { Dialog } from "../../ui/dialog.tsx";

interface Props {
  kind: Exclude<ElementKind, "asset">;
  types: readonly StoredType[];
  folder: string;
}

/** Asks for the path of a new element and opens the page with its fields; the element is created only there. */
export function NewElement(props: Props) {
  const [isOpen, setIsOpen] = useState(false);
  if (props.types.length === 0) return null;
  return (
    <>
      <Button size="sm" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setIsOpen(true)}>
        {strings.create.button[props.kind]}
      </Button>
      {isOpen && <NewDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function NewDialog({ kind, types, folder, onClose }: Props & { onClose: () => void }) {
  const words = strings.create;
  const navigate = useNavigate();
  const [type, setType] = useState(types[0]?.name ?? "");
  const [path, setPath] = useState(folder === "/" ? "/" : `${folder}/`);
  return (
    <Dialog onClose={onClose} title={words.title[kind]}>
      <Stack gap="sm">
        {types.length > 1 && (
          <NativeSelect
            label={words.type}
            value={type}
            onChange={({ currentTarget }) => setType(currentTarget.value)}
            data={types.map(({ name, title }) => ({ value: name, label: title }))}
          />
        )}
        <TextInput
          label={strings.path}
          description={strings.pathSays}
          value={path}
          onChange={({ currentTarget }) => setPath(currentTarget.value)}
          required
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {uiStrings.cancel}
          </Button>
          <Button
            disabled={path.endsWith("/")}
            onClick={() => void navigate({ to: "/content/new", search: { kind, type, path } })}
          >
            {words.fillFields}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
