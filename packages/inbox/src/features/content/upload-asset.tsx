import { Button, FileInput, Group, Stack, TextInput } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useUploadAsset } from "../../api/content-queries.ts";
import { strings } from "../../strings/content.tsx";
import { strings as uiStrings } from "../../strings/ui.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { fieldFaults } from "../../ui/field-faults.ts";
import { Notice } from "../../ui/notice.tsx";

export function UploadAsset({ folder }: { folder: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" leftSection={<IconUpload size={15} aria-hidden />} onClick={() => setIsOpen(true)}>
        {strings.upload.button}
      </Button>
      {isOpen && <UploadDialog folder={folder} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function UploadDialog({ folder, onClose }: { folder: string; onClose: () => void }) {
  const words = strings.upload;
  const upload = useUploadAsset();
  const navigate = useNavigate();
  const [file, setFile] = useState<File | null>(null);
  const [path, setPath] = useState(folder === "/" ? "/" : `${folder}/`);
  const faults = fieldFaults(upload.error?.problem, ["path"]);
  const choose = (chosen: File | null): void => {
    setFile(chosen);
    if (chosen && path.endsWith("/")) setPath(path + chosen.name);
  };
  const send = (): void => {
    if (!file) return;
    upload.mutate({ path, file }, { onSuccess: ({ id }) => void navigate({ to: "/content/$id", params: { id } }) });
  };
  return (
    <Dialog onClose={onClose} title={words.title}>
      <Stack gap="sm">
        <FileInput label={words.file} placeholder={words.chooseFile} value={file} onChange={choose} required />
        <TextInput
          label={strings.path}
          description={strings.pathSays}
          value={path}
          error={faults.get("path")}
          onChange={({ currentTarget }) => setPath(currentTarget.value)}
          required
        />
        {upload.error && !faults.has("path") && (
          <Notice tone="error" title={words.notStored}>
            {faults.get("") ?? upload.error.message}
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {uiStrings.cancel}
          </Button>
          <Button loading={upload.isPending} disabled={!file} onClick={send}>
            {words.upload}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
