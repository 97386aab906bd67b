import { useParams } from "@tanstack/react-router";
import { ElementPage } from "../features/content/element-page.tsx";
import { LoadedElement } from "../features/content/loaded-element.tsx";

export function ElementRoute() {
  const { id } = useParams({ from: "/page/content/$id" });
  return <LoadedElement id={id}>{(element, type) => <ElementPage element={element} type={type} />}</LoadedElement>;
}
