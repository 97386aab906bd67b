import type { Tool } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { Notice } from "../../../ui/notice.tsx";
import { clientNeedWords } from "./tool-words.ts";
import adminClasses from "../shared/admin.module.css";

/** What a tool was seen to need of an agent's client, and the way to forget it. */
export function ClientNeeds({ tool }: { tool: Tool }) {
  const cache = useQueryClient();
  const forget = useChange<Tool>(keys.tools, keys.tool(tool.name));
  const needs = tool.clientNeeds ?? [];
  if (needs.length === 0) return null;
  const send = (): void =>
    forget.mutate(
      { method: "PUT", path: pathOf("tools", tool.name), body: { forgetClientNeeds: true } },
      { onSuccess: (answer) => cache.setQueryData(keys.tool(tool.name), answer) },
    );
  return (
    <Notice tone="info" title="Not listed to every client">
      <ul className={adminClasses.points}>
        {needs.map((need) => (
          <li key={need}>{clientNeedWords(need)}</li>
        ))}
      </ul>
      <Button variant="default" size="xs" loading={forget.isPending} onClick={send}>
        Forget and list to all clients
      </Button>
      {forget.error !== null && <p role="alert">It could not be changed. Try again.</p>}
    </Notice>
  );
}
