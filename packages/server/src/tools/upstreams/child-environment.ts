/** What a program needs to run at all; whatever else is in our environment may be a secret of ours and stays here. */
const PASSED_ON: readonly string[] = (
  "PATH HOME USER LOGNAME SHELL TERM TZ LANG LC_ALL LC_CTYPE TMPDIR XDG_CACHE_HOME XDG_CONFIG_HOME XDG_DATA_HOME " +
  "TEMP TMP APPDATA LOCALAPPDATA USERPROFILE USERNAME HOMEDRIVE HOMEPATH PATHEXT SYSTEMROOT SYSTEMDRIVE PROGRAMDATA " +
  "PROGRAMFILES PROCESSOR_ARCHITECTURE COMSPEC"
).split(" ");

/** The environment of a child: the allow-list of ours, and over it what the configuration names. */
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
