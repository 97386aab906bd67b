import { useEffect, useState } from "react";

const INERT_MS = 500;

/**
 * False for the first half second after a thing appears, and again whenever `what` changes: a click or a key meant for
 * what was there before must not decide what is there now.
 */
export function useArmed(what: string): boolean {
  const [armed, setArmed] = useState<string | null>(null);
  useEffect(() => {
    const timer = window.setTimeout(() => setArmed(what), INERT_MS);
    return () => window.clearTimeout(timer);
  }, [what]);
  return armed === what;
}
