import { useNavigate, useSearch } from "@tanstack/react-router";
import { AuditPage } from "../features/audit/audit-page.tsx";

export function AuditRoute() {
  const search = useSearch({ from: "/page/audit" });
  const navigate = useNavigate();
  return <AuditPage search={search} onSearch={(next) => void navigate({ to: "/audit", search: next, replace: true })} />;
}
