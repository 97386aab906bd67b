import type {
  Agent,
  CommandLine,
  Connection,
  ConnectorKind,
  Delegation,
  Grant,
  Group,
  Key,
  Member,
  Tool,
  UpstreamServer,
  WorkspaceSettings,
} from "@countersign/protocol";
import { queryOptions, type QueryKey } from "@tanstack/react-query";
import { keys } from "./keys.ts";
import { request } from "./request.ts";

const UPSTREAM_LOOK_MS = 5_000;
const LOOK_MS = 15_000;

/** Query of a whole list in one response. For lists that administrators write, which are too short to need pages. */
const listOf = <T>(queryKey: QueryKey, path: string) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }) => (await request<{ items: T[] }>("GET", path, undefined, signal)).items,
  });

export const membersQuery = listOf<Member>(keys.members, "/api/members");

export const workspaceSettingsQuery = queryOptions({
  queryKey: keys.workspaceSettings,
  queryFn: ({ signal }) => request<WorkspaceSettings>("GET", "/api/settings", undefined, signal),
});

/** Polled, because the last use of a key emits no event. */
export const apiKeysQuery = { ...listOf<Key>(keys.apiKeys, "/api/keys"), refetchInterval: LOOK_MS };

/** Constant while the server runs. */
export const commandLineQuery = queryOptions({
  queryKey: keys.commandLine,
  queryFn: ({ signal }) => request<CommandLine>("GET", "/api/command-line", undefined, signal),
  staleTime: Infinity,
});

/** Polled while on screen, because upstreams connect and disconnect by themselves. */
export const upstreamsQuery = {
  ...listOf<UpstreamServer>(keys.upstreams, "/api/upstreams"),
  refetchInterval: UPSTREAM_LOOK_MS,
};

export const connectionsQuery = {
  ...listOf<Connection>(keys.connections, "/api/connections"),
  refetchInterval: LOOK_MS,
};

/** Part of the server's code, so constant while it runs. */
export const connectorsQuery = { ...listOf<ConnectorKind>(keys.connectors, "/api/connectors"), staleTime: Infinity };

export const toolsQuery = listOf<Tool>(keys.tools, "/api/tools");

/** Polled, because changes of groups are not on the live stream, unlike those of tools. */
export const groupsQuery = { ...listOf<Group>(keys.groups, "/api/groups"), refetchInterval: LOOK_MS };

export const agentsQuery = { ...listOf<Agent>(keys.agents, "/api/agents"), refetchInterval: LOOK_MS };

/** Polled, because the use of a grant emits no event. */
export const grantsQuery = { ...listOf<Grant>(keys.grants, "/api/grants"), refetchInterval: LOOK_MS };

export const delegationsQuery = { ...listOf<Delegation>(keys.delegations, "/api/delegations"), refetchInterval: LOOK_MS };

export const toolQuery = (name: string) =>
  queryOptions({
    queryKey: keys.tool(name),
    queryFn: ({ signal }) => request<Tool>("GET", `/api/tools/${encodeURIComponent(name)}`, undefined, signal),
  });
