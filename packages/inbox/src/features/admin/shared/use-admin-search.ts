import { useNavigate, useSearch } from "@tanstack/react-router";
import { readAdminSearch, type AdminSearch } from "../../../page-search.ts";

/** Returns the search parameters of the URL and a setter for parts of them; empty parts are removed. */
export function useAdminSearch(): [AdminSearch, (part: AdminSearch) => void] {
  const search = readAdminSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  return [search, (part) => void navigate({ to: ".", search: readAdminSearch({ ...search, ...part }), replace: true })];
}
