import { useParams } from "@tanstack/react-router";
import { CheckpointPage } from "../features/checkpoints/checkpoint-page.tsx";

export function CheckpointRoute() {
  const { id } = useParams({ from: "/page/checkpoints/$id" });
  return <CheckpointPage key={id} id={id} />;
}
