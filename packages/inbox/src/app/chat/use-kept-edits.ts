import type { JsonObject } from "@countersign/protocol";
import { useSessionStorage } from "@mantine/hooks";
import { useMemo } from "react";

interface Kept {
  userEdits: JsonObject;
  /** Of what approving with them would run. */
  digest: string;
}

/** Edits that wait for the decision on all, kept in this tab over a reload. The server looks at them again with the decision. */
export function useKeptEdits(sessionId: string) {
  const [kept, setKept] = useSessionStorage<Record<string, Kept>>({
    key: `countersign-chat-edits ${sessionId}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const edits = useMemo(() => new Map(Object.entries(kept)), [kept]);
  return {
    edits,
    keep: (id: string, edit: Kept): void => setKept({ ...kept, [id]: edit }),
    drop: (id: string): void => setKept(Object.fromEntries(Object.entries(kept).filter(([one]) => one !== id))),
  };
}
