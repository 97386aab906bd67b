import type { ElementKind } from "@countersign/protocol";
import { Button, FileButton, Group } from "@mantine/core";
import { IconFiles } from "@tabler/icons-react";
import { useState } from "react";
import { keys } from "../../api/keys.ts";
import { useChange } from "../../api/use-change.ts";
import { useMe } from "../../api/signed-in.ts";
import { Blank } from "../../ui/blank.tsx";
import { strings } from "../../strings/content.tsx";
import { Notice } from "../../ui/notice.tsx";

interface Props {
  kind: ElementKind;
  isNarrowed: boolean;
}

/** Says why there is no content; administrators can import some from here. */
export function EmptyContent({ kind, isNarrowed }: Props) {
  const isAdmin = useMe()?.role === "admin";
  const words = strings.empty;
  if (isNarrowed) {
    return (
      <Blank icon={<IconFiles size={26} />} title={words.nothingMatches}>
        {words.noneHere[kind]}
      </Blank>
    );
  }
  return (
    <Blank icon={<IconFiles size={26} />} title={words.noneYet[kind]}>
      <p>{words.says}</p>
      {isAdmin && <BringIn />}
    </Blank>
  );
}

function BringIn() {
  const words = strings.empty;
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
          {words.loadSample}
        </Button>
        <FileButton accept="application/json" onChange={(file) => void importFile(file)}>
          {(props) => (
            <Button {...props} variant="default" disabled={load.isPending}>
              {words.importFile}
            </Button>
          )}
        </FileButton>
      </Group>
      {load.data && <p role="status">{words.cameIn(load.data.elements)}</p>}
      {unreadable && <Notice tone="error">{words.notJson}</Notice>}
      {load.error && (
        <Notice tone="error" title={words.nothingCameIn}>
          {load.error.message}
        </Notice>
      )}
    </>
  );
}
