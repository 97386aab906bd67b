const SECRET = /(key|token|secret|passw|pwd|credential|auth|cookie|session)/i;

/** Whether the name suggests that its value is a secret. */
export const isSecretName = (name: string): boolean => SECRET.test(name);

/**
 * A command line for display: as written, so references keep their names, but without what looks like a secret: the value of
 * an option with such a name, of a header, and the credentials or query of a URL.
 */
export function maskArguments(words: readonly string[]): string {
  return words
    .map(cutLong)
    .map((word, n, shown) => {
      const before = shown[n - 1] ?? "";
      if (HEADER.test(before)) return maskHeader(word);
      if (VARIABLE.test(before)) return maskVariable(word);
      const joined = /^(--?[A-Za-z-]+=)(.*)$/s.exec(word);
      if (joined && HEADER.test(joined[1]!.slice(0, -1))) return joined[1] + maskHeader(joined[2]!);
      if (joined && VARIABLE.test(joined[1]!.slice(0, -1))) return joined[1] + maskVariable(joined[2]!);
      const option = /^(-{1,2}[^=\s]+|[A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(word);
      if (option && isSecretName(option[1] ?? "")) return `${option[1]}=${maskValue(option[2] ?? "")}`;
      if (/^-{1,2}[A-Za-z]/.test(before) && !before.includes("=") && isSecretName(before) && !word.startsWith("-")) {
        return maskValue(word);
      }
      return maskWithin(maskAddress(word));
    })
    .map((word) => (/^[^\s"']+$/.test(word) ? word : JSON.stringify(word)))
    .join(" ");
}

/** Characters of one word that are shown. The patterns take quadratic time, and a file may name a word of any length. */
const MOST_SHOWN = 2000;
const cutLong = (word: string): string =>
  word.length <= MOST_SHOWN ? word : `${word.slice(0, MOST_SHOWN)}… (${word.length - MOST_SHOWN} more characters)`;

const HEADER = /^(-H|--headers?)$/i;
const VARIABLE = /^(-e|--env)$/;

/** `Name: value`; whatever has no such name is masked whole. */
const maskHeader = (word: string): string => {
  const name = /^([\w-]+)\s*[:=]/.exec(word)?.[1];
  return name === undefined ? maskValue(word) : `${name}: [secret]`;
};

/** `NAME=value`, as containers get it; a mere name takes its value from the environment. */
const maskVariable = (word: string): string => word.replace(/^(\w+=).*$/s, "$1[secret]");

/**
 * Masks in a word of several parts, such as a script or JSON, only what stands behind a name of a secret: whoever reads it has to
 * see what runs.
 */
function maskWithin(word: string): string {
  const shown = word.replace(/\b(bearer|basic)\s+[^\s"']+/gi, "$1 [secret]");
  if (!/[\s{]/.test(word)) return shown;
  return shown.replace(NAMED, (all, key: string | undefined, option: string | undefined, value: string) =>
    isSecretName(key ?? option ?? "") && value !== "[secret]"
      ? all.slice(0, all.length - value.length) + maskValue(value)
      : all,
  );
}

/** A name and its value: `"name": "value"`, `name=value` or `--name value`. */
const NAMED = /(?:(?:--?)?["']?([\w-]+)["']?\s*[:=]\s*|--?([\w-]+)\s+)("[^"]*"|'[^']*'|[^\s"',;}|]+)/g;

/** Masks user, password and query of every URL in the text. */
export const maskAddress = (text: string): string =>
  text
    .replace(/([a-z][a-z0-9+.-]*:\/\/)[^/?#\s@]*@/gi, "$1[secret]@")
    .replace(/([a-z][a-z0-9+.-]*:\/\/[^\s?#]*)\?[^\s#]*/gi, "$1?[secret]");

const maskValue = (value: string): string => (/^(\$\{[^}]*\})+$/.test(value) ? value : "[secret]");
