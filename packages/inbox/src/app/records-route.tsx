import { useNavigate, useSearch } from "@tanstack/react-router";
import { RecordsPage } from "../features/records/records-page.tsx";
import { readRecordsSearch } from "../features/records/records-search.ts";

export function RecordsRoute() {
  // The router passes on what its check dropped, so it is checked here again.
  const { kind } = readRecordsSearch({ ...useSearch({ from: "/page/records" }) });
  const navigate = useNavigate();
  return (
    <RecordsPage
      kind={kind}
      onKind={(next) => void navigate({ to: "/records", search: next === undefined ? {} : { kind: next } })}
    />
  );
}
