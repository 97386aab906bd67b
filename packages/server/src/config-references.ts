/** `${NAME}`, `${NAME:-default}`, and `$${` for a literal `${`. */
const REFERENCE = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}|\$\{/g;

export interface Resolved {
  value: string;
  /** The referenced variables and their values. */
  found: { name: string; value: string }[];
  faults: string[];
}

/** Substitutes environment variables. A variable that is unset or empty and has no default becomes a fault naming it. */
export function resolveReferences(text: string, env: Readonly<Record<string, string | undefined>>): Resolved {
  const referred: Resolved["found"] = [];
  const faults: string[] = [];
  const value = text.replace(REFERENCE, (all, name: string | undefined, otherwise: string | undefined) => {
    if (all === "$${") return "${";
    if (name === undefined) {
      faults.push("`${` does not start a reference such as ${NAME}; write `$${` for the two characters");
      return "";
    }
    const found = env[name];
    if (found !== undefined && found !== "") {
      referred.push({ name, value: found });
      return found;
    }
    if (otherwise === undefined) faults.push(`the environment variable ${name} is not set`);
    return otherwise ?? "";
  });
  return { value, found: referred, faults };
}
