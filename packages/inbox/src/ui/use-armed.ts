import { useEffect, useState } from "react";

const INERT_MS = 500;

/**
 * False for the first half second after mounting and after each change of `what`: a click or key press meant for the previous
 * content must not decide the current one.
 */
export function useArmed(what: string): boolean {
  const [armed, setArmed] = useState<string | null>(null);
  useEffect(() => {
    const timer = window.setTimeout(() => setArmed(what), INERT_MS);
    return () => window.clearTimeout(timer);
  }, [what]);
  return armed === what;
}
