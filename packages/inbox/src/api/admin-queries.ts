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

/** A list that is read whole; what an administrator keeps is never so much that it needs pages. */
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

/** Looked at again now and then: when a key was used last is no event. */
export const apiKeysQuery = { ...listOf<Key>(keys.apiKeys, "/api/keys"), refetchInterval: LOOK_MS };

/** Stays the same while the server runs. */
export const commandLineQuery = queryOptions({
  queryKey: keys.commandLine,
  queryFn: async ({ signal }) => (await request<CommandLine>("GET", "/api/command-line", undefined, signal)).command,
  staleTime: Infinity,
});

/** An upstream comes and goes by itself, so it is asked for while somebody looks. */
export const upstreamsQuery = {
  ...listOf<UpstreamServer>(keys.upstreams, "/api/upstreams"),
  refetchInterval: UPSTREAM_LOOK_MS,
};

export const connectionsQuery = {
  ...listOf<Connection>(keys.connections, "/api/connections"),
  refetchInterval: LOOK_MS,
};

/** Of the server's code, so the same as long as it runs. */
export const connectorsQuery = { ...listOf<ConnectorKind>(keys.connectors, "/api/connectors"), staleTime: Infinity };

export const toolsQuery = listOf<Tool>(keys.tools, "/api/tools");

/** What somebody else changed here is not on the live stream, as the tools are. */
export const groupsQuery = { ...listOf<Group>(keys.groups, "/api/groups"), refetchInterval: LOOK_MS };

export const agentsQuery = { ...listOf<Agent>(keys.agents, "/api/agents"), refetchInterval: LOOK_MS };

/** Looked at again now and then: a use of a grant is no event of its own. */
export const grantsQuery = { ...listOf<Grant>(keys.grants, "/api/grants"), refetchInterval: LOOK_MS };

export const delegationsQuery = { ...listOf<Delegation>(keys.delegations, "/api/delegations"), refetchInterval: LOOK_MS };
