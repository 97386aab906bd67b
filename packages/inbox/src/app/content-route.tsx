import { useNavigate, useSearch } from "@tanstack/react-router";
import { ContentPage } from "../features/content/content-page.tsx";
import { readContentSearch } from "../features/content/content-search.ts";

export function ContentRoute() {
  // The router passes on what its check dropped, so it is checked here again.
  const search = readContentSearch({ ...useSearch({ from: "/page/content" }) });
  const navigate = useNavigate();
  return (
    <ContentPage
      search={search}
      onSearch={(next) => void navigate({ to: "/content", search: readContentSearch({ ...next }) })}
    />
  );
}
