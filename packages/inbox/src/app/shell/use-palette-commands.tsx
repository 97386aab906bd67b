import { displayText } from "@countersign/protocol";
import { useMantineColorScheme } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMatch, useNavigate } from "@tanstack/react-router";
import { agentsQuery, toolsQuery } from "../../api/admin-queries.ts";
import { useSavedViews } from "../../api/saved-views.ts";
import { switchWorkspace, useFeature, useMe, useSignInStep } from "../../api/signed-in.ts";
import type { PaletteCommand } from "../../features/keyboard/command-palette.tsx";
import { dropEmpty, readQueueSearch, VIEWS, type QueueSearch } from "../../features/queue/queue-search.ts";
import { strings as queueStrings } from "../../strings/queue.tsx";
import { openGroups, type Place } from "../../ui/places.ts";
import { linkOf } from "../../ui/view-links.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { usePlaces } from "./place-link.tsx";
import { strings } from "../../strings/shell.tsx";

const GROUPINGS = ["batch", "mission", "tool"] as const;

/** Commands of the palette, except the actions it finds. */
export function usePaletteCommands(onShowKeys: () => void): PaletteCommand[] {
  return [...usePages(), ...useViews(), ...useOwnCommands(onShowKeys), ...useTools(), ...useAgents()];
}

const named = (name: string) => ({ label: displayText(name), shown: <VisibleText text={name} newlines="mark" /> });

function usePages(): PaletteCommand[] {
  const navigate = useNavigate();
  const me = useMe();
  const toCommand = (group: string, { to, label, about }: Place): PaletteCommand => ({
    id: `page ${to}`,
    label,
    alsoFoundBy: about,
    group,
    run: () => void navigate({ to }),
  });
  return [
    ...usePlaces().map((place) => toCommand(strings.palette.page, place)),
    ...openGroups(me).flatMap(({ label, places }) => places.map((place) => toCommand(strings.palette.settings(label), place))),
  ];
}

function useViews(): PaletteCommand[] {
  const navigate = useNavigate();
  const review = useMatch({ from: "/review", shouldThrow: false });
  const current = readQueueSearch({ ...review?.search });
  const views = useSavedViews();
  const view = (search: QueueSearch) => () => void navigate({ to: "/", search });
  return [
    ...VIEWS.map(({ name, status }) => ({
      id: `view ${name}`,
      label: queueStrings.views[name],
      group: strings.palette.view,
      run: view(dropEmpty({ ...current, status: status ?? "" })),
    })),
    ...views.map((saved) => ({
      id: `saved ${saved.id}`,
      ...named(saved.name),
      group: strings.palette.savedViewOf[saved.page],
      run: () => void navigate(linkOf(saved)),
    })),
    ...GROUPINGS.map((group) => ({
      id: `group ${group}`,
      label: strings.palette.groupBy[group],
      group: strings.palette.view,
      run: view({ ...current, group }),
    })),
  ];
}

function useOwnCommands(onShowKeys: () => void): PaletteCommand[] {
  const navigate = useNavigate();
  const me = useMe();
  const hasChat = useFeature("chat");
  const { setColorScheme } = useMantineColorScheme();
  const signOut = useSignInStep("sign-out");
  return [
    ...(hasChat
      ? [
          {
            id: "new chat",
            label: strings.palette.newConversation,
            group: strings.palette.chat,
            run: () => void navigate({ to: "/chat/new" }),
          },
        ]
      : []),
    ...(me?.workspaces ?? [])
      .filter(({ id }) => id !== me?.workspaceId)
      .map(({ id, name }) => ({
        id: `workspace ${id}`,
        label: strings.palette.switchTo(displayText(name)),
        group: strings.workspace,
        run: () => switchWorkspace(id),
      })),
    { id: "keys", label: strings.shortcuts, group: strings.palette.help, run: onShowKeys },
    // Pages of the server beside the inbox.
    ...[
      { label: strings.guide, alsoFoundBy: strings.palette.documentation, address: "/docs/guide/" },
      { label: strings.apiReference, alsoFoundBy: strings.palette.documentation, address: "/docs" },
    ].map(({ address, ...command }) => ({
      ...command,
      id: `docs ${address}`,
      group: strings.palette.help,
      run: () => window.location.assign(address),
    })),
    ...(["light", "dark", "auto"] as const).map((scheme) => ({
      id: `colours ${scheme}`,
      label: strings.palette.colours[scheme],
      group: strings.palette.setting,
      run: () => setColorScheme(scheme),
    })),
    { id: "sign out", label: strings.signOut, group: strings.palette.you, run: () => signOut.mutate({}) },
  ];
}

/** Opens an administrator's settings of a tool; for others, the actions of the tool. */
function useTools(): PaletteCommand[] {
  const navigate = useNavigate();
  const isAdmin = useMe()?.role === "admin";
  const tools = useQuery(toolsQuery).data ?? [];
  return tools.map(({ name, title }) => ({
    id: `tool ${name}`,
    ...named(name),
    alsoFoundBy: title ?? "",
    group: strings.palette.tool,
    run: () =>
      void (isAdmin
        ? navigate({ to: "/admin/tools", search: { open: name } })
        : navigate({ to: "/", search: { status: "all", tool: name } })),
  }));
}

/** Opens the actions of an agent. */
function useAgents(): PaletteCommand[] {
  const navigate = useNavigate();
  const agents = useQuery({ ...agentsQuery, refetchInterval: false }).data ?? [];
  return agents
    .filter(({ revokedAt }) => revokedAt === null)
    .map(({ id, name }) => ({
      id: `agent ${id}`,
      ...named(name),
      group: strings.palette.agent,
      run: () => void navigate({ to: "/", search: { status: "all", agent: id } }),
    }));
}
