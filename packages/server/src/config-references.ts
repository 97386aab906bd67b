/** `${NAME}`, `${NAME:-otherwise}`, and `$${` for a `${` that is none. */
const REFERENCE = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}|\$\{/g;

export interface Resolved {
  value: string;
  /** The variables that were referred to, and their values. */
  found: { name: string; value: string }[];
  faults: string[];
}

/** Puts the environment's values in. A variable that is not set, or empty, is a fault that names it, and no value. */
export function resolveReferences(text: string, env: Readonly<Record<string, string | undefined>>): Resolved {
  const referred: Resolved["found"] = [];
  const faults: string[] = [];
  const value = text.replace(REFERENCE, (all, name: string | undefined, otherwise: string | undefined) => {
    if (all === "$${") return "${";
    if (name === undefined) {
      faults.push("`${` begins no reference such as ${NAME}; write `$${` for the two characters");
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
