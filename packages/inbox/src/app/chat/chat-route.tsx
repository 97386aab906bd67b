import { useParams } from "@tanstack/react-router";
import { ChatPage } from "../../features/chat/chat-page.tsx";
import { drawProposals } from "./draw-proposals.tsx";

export function ChatRoute() {
  const { id } = useParams({ from: "/chat/$id" });
  return <ChatPage key={id} id={id} draw={drawProposals} />;
}
