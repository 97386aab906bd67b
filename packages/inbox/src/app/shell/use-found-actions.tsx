import type { ActionPage, ActionSummary } from "@countersign/protocol";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useMatch, useNavigate } from "@tanstack/react-router";
import { keys } from "../../api/keys.ts";
import { listPath } from "../../api/list-filter.ts";
import { request } from "../../api/request.ts";
import type { PaletteCommand } from "../../features/keyboard/command-palette.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { strings } from "../../strings/shell.tsx";

const MAX_FOUND = 20;
const PAUSE_MS = 200;

/** Actions of the workspace with the typed text in title, tool, target or arguments; the newest if nothing is typed. */
export function useFoundActions(typed: string): PaletteCommand[] {
  const navigate = useNavigate();
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const isBesideList = useMatch({ from: "/review", shouldThrow: false }) !== undefined;
  const { data } = useQuery({
    queryKey: keys.found(q),
    queryFn: ({ signal }) => request<ActionPage>("GET", listPath({ q }, null, MAX_FOUND), undefined, signal),
    staleTime: 0,
  });
  // What an earlier text found must not be opened by Enter.
  const items = q === typed.trim() ? (data?.items ?? []) : [];
  return items.map(({ id, preview, toolName }: ActionSummary) => ({
    id,
    label: `${preview.title} ${toolName}`,
    shown: <VisibleText text={preview.title} newlines="mark" />,
    group: strings.palette.action,
    run: () => void navigate({ to: "/actions/$id", params: { id }, search: isBesideList ? true : {} }),
  }));
}
