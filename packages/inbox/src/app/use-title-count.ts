import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { countsQuery } from "../api/queries.ts";

/** The number of waiting actions in the tab's title. */
export function useTitleCount(): void {
  const waiting = useQuery(countsQuery).data?.byStatus["pending"] ?? 0;
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) Countersign` : "Countersign";
  }, [waiting]);
}
