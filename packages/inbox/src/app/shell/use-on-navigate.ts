import { useRouter } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";

/** Calls back when another page opens. */
export function useOnNavigate(callback: () => void): void {
  const router = useRouter();
  const call = useEffectEvent(callback);
  useEffect(() => router.subscribe("onBeforeNavigate", () => call()), [router]);
}
