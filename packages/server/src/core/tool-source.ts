/** Source of the built-in tools. */
export const SERVER_SOURCE = "server";

/** Source of a connection's tools; unique over all workspaces, as no id contains a `/`. */
export const connectionSource = ({ workspaceId, id }: { workspaceId: string; id: string }): string =>
  `connection:${workspaceId}/${id}`;

/** Source of one Tool Studio tool, by which a process knows whether it can run the tool. */
export const studioSource = ({ workspaceId, name }: { workspaceId: string; name: string }): string =>
  `studio:${workspaceId}/${name}`;
export const isStudioSource = (source: string): boolean => source.startsWith("studio:");

/** Whether the tool's handler is in this server, which can then describe what a call would do. */
export const livesInServer = (source: string): boolean =>
  source === SERVER_SOURCE || source.startsWith("connection:") || isStudioSource(source);
