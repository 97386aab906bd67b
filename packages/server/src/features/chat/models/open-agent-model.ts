import type { OpenModelProvider } from "../../../ports/model-providers.ts";
import type { ChatAgentRow } from "../../../store/statements/chat-agents.ts";
import { loadSdk } from "./load-sdk.ts";
import { isModelConnector } from "./model-connectors.ts";
import { ModelFault, type Model } from "./model-port.ts";
import { openModel } from "./open-model.ts";
import { createScriptedModel } from "./scripted-model.ts";

/** Opens an agent's model for one answer, so that a changed key or model applies from the next answer on. */
export async function openAgentModel(agent: ChatAgentRow, openProvider: OpenModelProvider): Promise<Model> {
  if (agent.connectionId === null) return createScriptedModel();
  const provider = await openProvider(agent.workspaceId, agent.connectionId).catch((error: unknown) => {
    throw new ModelFault(`The model cannot be used. ${error instanceof Error ? error.message : ""}`.trim(), { cause: error });
  });
  const { connector, name, ...access } = provider;
  if (!isModelConnector(connector)) throw new ModelFault(`${name} is not a connection to a model provider.`);
  return openModel(await loadSdk(), { ...access, connector, label: name }, agent.model);
}
