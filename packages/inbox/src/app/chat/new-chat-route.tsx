import { useMatch, useNavigate } from "@tanstack/react-router";
import { NewChat } from "../../features/chat/new-chat.tsx";

/** Beside the list where there is room for both, and by itself. */
export function NewChatRoute() {
  const navigate = useNavigate();
  const byItself = useMatch({ from: "/chat/new", shouldThrow: false }) !== undefined;
  return (
    <NewChat order={byItself ? 1 : 2} onBegun={(id) => void navigate({ to: "/chat/$id", params: { id }, search: true })} />
  );
}
