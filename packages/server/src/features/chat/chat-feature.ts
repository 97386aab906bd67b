import type { Feature } from "../../http/feature.ts";
import type { FeatureDeps } from "../feature-deps.ts";
import { chatRoutes } from "./chat-routes.ts";
import { createChats } from "./create-chats.ts";
import { openAgentModel } from "./models/open-agent-model.ts";

/** Conversations of people with agents, whose calls go through the gate like any other. */
export function chatFeature({ database, engine, log, openProvider }: FeatureDeps): Feature {
  const chats = createChats({ database, engine, log, openModel: (agent) => openAgentModel(agent, openProvider) });
  const { serve, leave, close } = chats;
  return { name: "chat", routes: chatRoutes(chats), serve, leave, stop: close };
}
