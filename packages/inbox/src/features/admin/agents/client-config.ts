type ClientId = "claude-code" | "claude-desktop" | "vs-code" | "cursor" | "codex" | "other";

interface Client {
  id: ClientId;
  /** `keyPrompt` is the label of the field in which a client, such as VS Code, asks its user for the agent's key. */
  config: (mcpUrl: string, key: string, commandLine: readonly string[], keyPrompt: string) => string;
}

/**
 * Command line shown if the browser is not on the server's machine; the person fills in where Countersign is installed. The
 * program is never a name that a package registry would resolve.
 */
export const UNKNOWN_COMMAND_LINE: readonly string[] = ["node", "/path/to/countersign/packages/server/bin/countersign.mjs"];

const json = (value: unknown): string => JSON.stringify(value, null, 2);

/** Client configurations, ready to paste; docs/mcp.md has the same in prose. */
export const CLIENTS: readonly [Client, ...Client[]] = [
  {
    id: "claude-code",
    config: (url, key) => `claude mcp add --transport http countersign ${url} --header "Authorization: Bearer ${key}"`,
  },
  {
    id: "claude-desktop",
    config: (url, key, [command, ...args]) =>
      json({
        mcpServers: {
          countersign: {
            command,
            args: [...args, "mcp", "--stdio", "--url", url],
            env: { COUNTERSIGN_AGENT_KEY: key },
          },
        },
      }),
  },
  {
    id: "vs-code",
    config: (url, _key, _commandLine, keyPrompt) =>
      json({
        inputs: [{ type: "promptString", id: "countersign-key", description: keyPrompt, password: true }],
        servers: {
          countersign: { type: "http", url, headers: { Authorization: "Bearer ${input:countersign-key}" } },
        },
      }),
  },
  {
    id: "cursor",
    config: (url) =>
      json({
        mcpServers: { countersign: { url, headers: { Authorization: "Bearer ${env:COUNTERSIGN_AGENT_KEY}" } } },
      }),
  },
  {
    id: "codex",
    config: (url) =>
      ["[mcp_servers.countersign]", `url = ${JSON.stringify(url)}`, 'bearer_token_env_var = "COUNTERSIGN_AGENT_KEY"'].join(
        "\n",
      ),
  },
  {
    id: "other",
    config: (url, key) =>
      json({ mcpServers: { countersign: { type: "http", url, headers: { Authorization: `Bearer ${key}` } } } }),
  },
];
