import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { countsQuery } from "../api/action-queries.ts";

/** The number of waiting actions in the tab's title, and on the icon where the inbox is installed. */
export function useTitleCount(): void {
  const waiting = useQuery(countsQuery).data?.byStatus["pending"] ?? 0;
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) Countersign` : "Countersign";
    // No harm where the browser shows no number on icons.
    if ("setAppBadge" in navigator) void navigator.setAppBadge(waiting).catch(() => undefined);
  }, [waiting]);
}
