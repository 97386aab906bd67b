import type { ElementKind } from "@countersign/protocol";
import { Button, FileButton, Group } from "@mantine/core";
import { IconFiles } from "@tabler/icons-react";
import { useState } from "react";
import { keys } from "../../api/keys.ts";
import { useChange } from "../../api/use-change.ts";
import { useMe } from "../../api/signed-in.ts";
import { Blank } from "../../ui/blank.tsx";
import { count } from "../../strings/count.ts";
import { elementWords } from "../../ui/element-words.ts";
import { Notice } from "../../ui/notice.tsx";

interface Props {
  kind: ElementKind;
  isNarrowed: boolean;
}

/** Says why there is no content; administrators can import some from here. */
export function EmptyContent({ kind, isNarrowed }: Props) {
  const isAdmin = useMe()?.role === "admin";
  const many = elementWords(kind).many.toLowerCase();
  if (isNarrowed) {
    return (
      <Blank icon={<IconFiles size={26} />} title="Nothing matches">
        There are no {many} of that kind in this folder.
      </Blank>
    );
  }
  return (
    <Blank icon={<IconFiles size={26} />} title={`No ${many} yet`}>
      <p>What agents propose and people approve, or make here themselves, stands here with every revision it had.</p>
      {isAdmin && <BringIn />}
    </Blank>
  );
}

function BringIn() {
  const load = useChange<{ elements: number }>(keys.content);
  const [unreadable, setUnreadable] = useState(false);
  const importFile = async (file: File | null): Promise<void> => {
    if (!file) return;
    setUnreadable(false);
    try {
      load.mutate({ method: "POST", path: "/api/content/import", body: JSON.parse(await file.text()) as unknown });
    } catch {
      setUnreadable(true);
    }
  };
  return (
    <>
      <Group justify="center">
        <Button loading={load.isPending} onClick={() => load.mutate({ method: "POST", path: "/api/content/sample", body: {} })}>
          Load the sample catalogue
        </Button>
        <FileButton accept="application/json" onChange={(file) => void importFile(file)}>
          {(props) => (
            <Button {...props} variant="default" disabled={load.isPending}>
              Import a file…
            </Button>
          )}
        </FileButton>
      </Group>
      {load.data && <p role="status">{count(load.data.elements, "element")} came in.</p>}
      {unreadable && <Notice tone="error">This file is not JSON.</Notice>}
      {load.error && (
        <Notice tone="error" title="Nothing came in">
          {load.error.message}
        </Notice>
      )}
    </>
  );
}
