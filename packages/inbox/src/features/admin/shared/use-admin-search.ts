import { useNavigate, useSearch } from "@tanstack/react-router";
import { readAdminSearch, type AdminSearch } from "../../../page-search.ts";

/** What the address says, and a way to change parts of it; an empty part is taken out. */
export function useAdminSearch(): [AdminSearch, (part: AdminSearch) => void] {
  const search = readAdminSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  return [search, (part) => void navigate({ to: ".", search: readAdminSearch({ ...search, ...part }), replace: true })];
}
