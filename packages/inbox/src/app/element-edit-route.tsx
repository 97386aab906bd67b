import { useNavigate, useParams } from "@tanstack/react-router";
import { ElementEditor } from "../features/content/editor/element-editor.tsx";
import { LoadedElement } from "../features/content/loaded-element.tsx";

export function ElementEditRoute() {
  const { id } = useParams({ from: "/page/content/$id/edit" });
  const navigate = useNavigate();
  return (
    <LoadedElement key={id} id={id}>
      {(element, type) => (
        <ElementEditor
          element={element}
          type={type ?? { fields: [], languages: [] }}
          onSaved={(saved) => void navigate({ to: "/content/$id", params: { id: saved.id } })}
        />
      )}
    </LoadedElement>
  );
}
