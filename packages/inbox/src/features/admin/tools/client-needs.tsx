import type { Tool } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { Notice } from "../../../ui/notice.tsx";
import { strings } from "../../../strings/tools.tsx";
import { clientNeedWords } from "./tool-words.ts";
import adminClasses from "../shared/admin.module.css";

/** Shows what a tool was seen to need of an agent's client, with a button to forget it. */
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
  const words = strings.clientNeeds;
  return (
    <Notice tone="info" title={words.title}>
      <ul className={adminClasses.points}>
        {needs.map((need) => (
          <li key={need}>{clientNeedWords(need)}</li>
        ))}
      </ul>
      <Button variant="default" size="xs" loading={forget.isPending} onClick={send}>
        {words.forget}
      </Button>
      {forget.error !== null && <p role="alert">{words.failed}</p>}
    </Notice>
  );
}
