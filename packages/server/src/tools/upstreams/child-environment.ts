/** Variables that programs need to run. Any other variable of this process may be a secret and is not passed on. */
const PASSED_ON: readonly string[] = (
  "PATH HOME USER LOGNAME SHELL TERM TZ LANG LC_ALL LC_CTYPE TMPDIR XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME " +
  "TEMP TMP APPDATA LOCALAPPDATA USERPROFILE USERNAME HOMEDRIVE HOMEPATH PATHEXT SYSTEMROOT SYSTEMDRIVE PROGRAMDATA " +
  "PROGRAMFILES PROCESSOR_ARCHITECTURE COMSPEC"
).split(" ");

/** Environment of a child process: the allowed variables of this process, overridden by those of the configuration. */
export function childEnvironment(
  ours: Readonly<Record<string, string | undefined>>,
  named: Readonly<Record<string, string>>,
): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = ours[name];
    // A value that begins like this is an exported shell function.
    if (value !== undefined && !value.startsWith("()")) environment[name] = value;
  }
  return { ...environment, ...named };
}
