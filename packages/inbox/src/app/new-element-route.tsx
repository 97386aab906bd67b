import { useNavigate, useSearch } from "@tanstack/react-router";
import { NewElementPage } from "../features/content/editor/new-element-page.tsx";
import { LoadedType } from "../features/content/loaded-element.tsx";
import { readNewElementSearch } from "../features/content/new-element-search.ts";
import { NotFound } from "./not-found.tsx";

export function NewElementRoute() {
  const { kind, type, path } = readNewElementSearch({ ...useSearch({ from: "/page/content/new" }) });
  const navigate = useNavigate();
  if (kind === undefined || type === undefined || path === undefined) return <NotFound />;
  return (
    <LoadedType kind={kind} name={type}>
      {(found) => (
        <NewElementPage
          kind={kind}
          type={found}
          path={path}
          onMade={({ id }) => void navigate({ to: "/content/$id", params: { id } })}
        />
      )}
    </LoadedType>
  );
}
