import { useParams } from "@tanstack/react-router";
import { EvidencePage } from "../features/audit/evidence-page.tsx";

export function EvidenceRoute() {
  const { id } = useParams({ from: "/page/actions/$id/evidence" });
  return <EvidencePage key={id} id={id} />;
}
