const SECRET = /(key|token|secret|passw|pwd|credential|auth|cookie|session)/i;

/** Whether the name suggests that its value is a secret. */
export const isSecretName = (name: string): boolean => SECRET.test(name);

/**
 * A command line for display: as written, so references keep their names, but without what looks like a secret: the value of
 * an option with such a name, of a header, and the credentials or query of a URL.
 */
export function maskArguments(words: readonly string[]): string {
  return words
    .map((word, n) => {
      const before = words[n - 1] ?? "";
      if (/^(-H|--headers?)$/.test(before)) return word.replace(/^([^:=\s]+[:=]).*$/s, "$1 [secret]");
      if (/\b(bearer|basic)\s+\S/i.test(word)) return "[secret]";
      const option = /^(-{1,2}[^=\s]+|[A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(word);
      if (option && isSecretName(option[1] ?? "")) return `${option[1]}=${maskValue(option[2] ?? "")}`;
      if (/^-{1,2}[A-Za-z]/.test(before) && !before.includes("=") && isSecretName(before) && !word.startsWith("-")) {
        return maskValue(word);
      }
      return maskAddress(word);
    })
    .map((word) => (/^[^\s"']+$/.test(word) ? word : JSON.stringify(word)))
    .join(" ");
}

/** Masks user, password and query of every URL in the text. */
export const maskAddress = (text: string): string =>
  text
    .replace(/([a-z][a-z0-9+.-]*:\/\/)[^/?#\s@]*@/gi, "$1[secret]@")
    .replace(/([a-z][a-z0-9+.-]*:\/\/[^\s?#]*)\?[^\s#]*/gi, "$1?[secret]");

const maskValue = (value: string): string => (/^(\$\{[^}]*\})+$/.test(value) ? value : "[secret]");
