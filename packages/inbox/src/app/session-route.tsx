import { useParams, useSearch } from "@tanstack/react-router";
import { readSessionSearch } from "./session-search.ts";
import { SessionProposals } from "./session-proposals.tsx";
import classes from "./session-route.module.css";

export function SessionRoute() {
  const { id } = useParams({ from: "/page/sessions/$id" });
  // The router passes on what its check dropped, so it is checked here again.
  const { batch } = readSessionSearch({ ...useSearch({ from: "/page/sessions/$id" }) });
  return (
    <div className={classes.page}>
      <SessionProposals filter={{ sessionId: id, ...(batch === undefined ? {} : { batchId: batch }) }} />
    </div>
  );
}
