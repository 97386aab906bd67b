export interface StdioTarget {
  command: string;
  args: readonly string[];
  /** The complete environment; nothing is added to it. */
  env: Readonly<Record<string, string>>;
  cwd?: string;
  /** `auto` if undefined. */
  sandbox?: SandboxSetting;
}

/** How a command is to be kept apart from the server, as `countersign.yaml` says. */
export interface SandboxSetting {
  /** `auto`: where the machine can make a sandbox. `required`: the command does not start without one. */
  mode: "auto" | "required" | "off";
  isReadOnly: boolean;
  hasNetwork: boolean;
  /** Absolute paths that can be changed although the rest is read-only. */
  writable: readonly string[];
}
