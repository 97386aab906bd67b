import { Button, FileInput, Group, Stack, TextInput } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useUploadAsset } from "../../api/content-queries.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { fieldFaults } from "../../ui/field-faults.ts";
import { Notice } from "../../ui/notice.tsx";

export function UploadAsset({ folder }: { folder: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="sm" leftSection={<IconUpload size={15} aria-hidden />} onClick={() => setIsOpen(true)}>
        Upload a file…
      </Button>
      {isOpen && <UploadDialog folder={folder} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function UploadDialog({ folder, onClose }: { folder: string; onClose: () => void }) {
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
    <Dialog onClose={onClose} title="Upload a file">
      <Stack gap="sm">
        <FileInput label="File" placeholder="Choose one" value={file} onChange={choose} required />
        <TextInput
          label="Path"
          description="Where it will stand, its name at the end"
          value={path}
          error={faults.get("path")}
          onChange={({ currentTarget }) => setPath(currentTarget.value)}
          required
        />
        {upload.error && !faults.has("path") && (
          <Notice tone="error" title="It was not stored">
            {faults.get("") ?? upload.error.message}
          </Notice>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={upload.isPending} disabled={!file} onClick={send}>
            Upload
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
