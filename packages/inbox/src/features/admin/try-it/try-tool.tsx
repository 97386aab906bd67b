import { displayText, isVettedState, type Agent, type JsonObject, type Tool, type TriedTool } from "@countersign/protocol";
import { Button, Group, NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { agentsQuery } from "../../../api/admin-queries.ts";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { WHOLE } from "../../../ui/input-form/edit-draft.ts";
import { editFaults } from "../../../ui/field-faults.ts";
import { Notice } from "../../../ui/notice.tsx";
import { strings } from "../../../strings/try-it.tsx";
import { RiskPair } from "../shared/risk-pair.tsx";
import { ProposeForReal } from "./propose-for-real.tsx";
import { ToolInput } from "./tool-input.tsx";
import { TryAnswer } from "./try-answer.tsx";
import { useToolInput } from "./use-tool-input.ts";
import classes from "../shared/admin.module.css";

/** A call and the server's answer about it; later edits of the input do not change it. */
interface Asked {
  toolInput: JsonObject;
  agentId: string;
  answer: TriedTool;
}

/** Form for one tool's input, with the answer that a client would get. */
export function TryTool({ tool }: { tool: Tool }) {
  const agents = (useQuery(agentsQuery).data ?? []).filter(({ revokedAt }) => revokedAt === null);
  const input = useToolInput(tool);
  const [agentId, setAgentId] = useState("");
  const [asked, setAsked] = useState<Asked | null>(null);
  const look = useChange<TriedTool>();
  const propose = useChange<TriedTool>(keys.counts, keys.agents);
  const path = `${pathOf("tools", tool.name)}/try`;
  const answer = asked?.answer;
  const answerFaults = inputFaults(answer?.errors ?? [], input);
  const errorFaults = inputFaults(look.error?.problem?.errors ?? [], input);
  const faults = input.faults ?? (look.error ? errorFaults : answerFaults);
  const forget = (): void => {
    setAsked(null);
    look.reset();
    propose.reset();
  };
  const show = (): void => {
    const toolInput = input.read();
    if (!toolInput) return;
    propose.reset();
    look.mutate(
      { method: "POST", path, body: { toolInput, ...(agentId !== "" && { agentId }) } },
      { onSuccess: (tried) => setAsked({ toolInput, agentId, answer: tried }) },
    );
  };

  return (
    <>
      <form
        className={classes.list}
        onSubmit={(event) => {
          event.preventDefault();
          show();
        }}
      >
        <RiskPair {...tool} vetted={isVettedState(tool.vetting.state)} />
        <AgentSelect
          agents={agents}
          agentId={agentId}
          onChoose={(id) => {
            setAgentId(id);
            forget();
          }}
        />
        <ToolInput input={input} faults={faults} onEdit={forget} />
        {faults.has(WHOLE) && <Notice tone="error">{faults.get(WHOLE)}</Notice>}
        {look.error && errorFaults.size === 0 && (
          <Notice tone="error" title={strings.failed}>
            {look.error.message}
          </Notice>
        )}
        <Group>
          <Button type="submit" loading={look.isPending}>
            {strings.show}
          </Button>
        </Group>
      </form>
      {asked && <TryAnswer tool={tool} answer={asked.answer} />}
      {asked && asked.answer.verdict !== "refused" && (
        <ProposeForReal
          answer={asked.answer}
          agentName={agents.find(({ id }) => id === asked.agentId)?.name ?? null}
          propose={propose}
          onPropose={() =>
            propose.mutate({
              method: "POST",
              path,
              body: { toolInput: asked.toolInput, agentId: asked.agentId, run: true },
            })
          }
        />
      )}
    </>
  );
}

function inputFaults(errors: TriedTool["errors"], input: ReturnType<typeof useToolInput>): Map<string, string> {
  return editFaults(
    errors.map(({ path, message }) => ({ path: path.replace(/^\/toolInput(?=\/|$)/, ""), message })),
    input.names,
  );
}

interface AgentSelectProps {
  agents: readonly Agent[];
  agentId: string;
  onChoose: (agentId: string) => void;
}

function AgentSelect({ agents, agentId, onChoose }: AgentSelectProps) {
  return (
    <NativeSelect
      label={strings.asAgent}
      description={strings.asAgentSays}
      value={agentId}
      data={[
        { value: "", label: strings.noAgent },
        ...agents.map(({ id, name }) => ({ value: id, label: displayText(name, { newlines: "mark" }) })),
      ]}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  );
}
