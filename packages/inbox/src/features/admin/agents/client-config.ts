interface Client {
  id: string;
  name: string;
  /** Where the text goes, and what the client does with the key. */
  where: string;
  config: (mcpUrl: string, key: string, commandLine: readonly string[]) => string;
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
    name: "Claude Code",
    where: "Run this where you work. The client keeps the key in its own settings.",
    config: (url, key) => `claude mcp add --transport http countersign ${url} --header "Authorization: Bearer ${key}"`,
  },
  {
    id: "claude-desktop",
    name: "Claude Desktop",
    where:
      "Into claude_desktop_config.json (Settings, Developer, Edit Config). It starts servers as commands, so Countersign on this machine passes its calls on.",
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
    name: "VS Code",
    where: "Into .vscode/mcp.json. It asks for the key and keeps it out of the file.",
    config: (url) =>
      json({
        inputs: [{ type: "promptString", id: "countersign-key", description: "Agent key", password: true }],
        servers: {
          countersign: { type: "http", url, headers: { Authorization: "Bearer ${input:countersign-key}" } },
        },
      }),
  },
  {
    id: "cursor",
    name: "Cursor",
    where: "Into .cursor/mcp.json. It reads the key from the environment variable COUNTERSIGN_AGENT_KEY.",
    config: (url) =>
      json({
        mcpServers: { countersign: { url, headers: { Authorization: "Bearer ${env:COUNTERSIGN_AGENT_KEY}" } } },
      }),
  },
  {
    id: "codex",
    name: "Codex",
    where: "Into ~/.codex/config.toml. It reads the key from the environment variable COUNTERSIGN_AGENT_KEY.",
    config: (url) =>
      ["[mcp_servers.countersign]", `url = ${JSON.stringify(url)}`, 'bearer_token_env_var = "COUNTERSIGN_AGENT_KEY"'].join(
        "\n",
      ),
  },
  {
    id: "other",
    name: "Others",
    where: "Most other clients read this form. The MCP Inspector takes it as a file: --config mcp.json --server countersign.",
    config: (url, key) =>
      json({ mcpServers: { countersign: { type: "http", url, headers: { Authorization: `Bearer ${key}` } } } }),
  },
];
