import { displayText, type Key } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { useState } from "react";
import { strings } from "../../../strings/key-limits.tsx";
import { EndFormerKey } from "./end-former-key.tsx";
import { LimitKey } from "./limit-key.tsx";
import { RotateKey } from "./rotate-key.tsx";

type KeyTask = "limits" | "rotate" | "endFormer";

/** What an administrator can do with the key of an agent or a worker, besides revoking it. */
export function KeyTasks({ apiKey }: { apiKey: Key }) {
  const [open, setOpen] = useState<KeyTask | null>(null);
  const close = (): void => setOpen(null);
  const name = displayText(apiKey.name, { newlines: "mark" });
  const tasks: KeyTask[] = ["limits", "rotate", ...(apiKey.formerKey ? (["endFormer"] as const) : [])];
  return (
    <>
      {tasks.map((task) => (
        <Button
          key={task}
          size="compact-sm"
          variant="default"
          aria-label={strings[task].label(name)}
          onClick={() => setOpen(task)}
        >
          {strings[task].button}
        </Button>
      ))}
      {open === "limits" && <LimitKey apiKey={apiKey} onClose={close} />}
      {open === "rotate" && <RotateKey apiKey={apiKey} onClose={close} />}
      {open === "endFormer" && <EndFormerKey apiKey={apiKey} onClose={close} />}
    </>
  );
}
