import { RISKS, type Risk, type Tool } from "@countersign/protocol";
import { Button, Group, NativeSelect, Stack } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { strings } from "../../../strings/decision.tsx";
import { riskWords } from "../../../ui/risk-words.ts";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { keys } from "../../../api/keys.ts";
import { toolQuery } from "../../../api/admin-queries.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { DecideButton } from "../../../ui/decide-button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { ReviewPartsContext, useReviewParts, useUnopenedCount } from "../../../ui/review-parts.ts";
import { useArmed } from "../../../ui/use-armed.ts";
import { DefinitionOf } from "./definition-of.tsx";

interface Props {
  toolName: string;
  onClose: () => void;
}

/** A tool's whole definition and its risk, and an administrator's confirmation of having looked at exactly this definition. */
export function VetDialog({ toolName, onClose }: Props) {
  const { data: tool, error } = useQuery(toolQuery(toolName));
  return (
    // Parts that are opened here do not count for the action's approval.
    <ReviewPartsContext value={useReviewParts()}>
      <Dialog onClose={onClose} size="44rem" fillsPhone zIndex={400} title={strings.vet.title}>
        {error && (
          <Notice tone="error" title={strings.vet.notRead}>
            {error.message}
          </Notice>
        )}
        {tool && (tool.vetting.state === "unvetted" ? <Vet tool={tool} onClose={onClose} /> : <Settled tool={tool} />)}
      </Dialog>
    </ReviewPartsContext>
  );
}

function Settled({ tool }: { tool: Tool }) {
  if (tool.vetting.state !== "vetted")
    return (
      <Notice tone="caution" title={strings.vet.cannotBeVetted}>
        {strings.vet.definitionChanged}
      </Notice>
    );
  return (
    <Notice tone="info" title={strings.vet.vetted}>
      {strings.vet.goesByRating(riskWords(tool.ratedRisk))}
    </Notice>
  );
}

function Vet({ tool, onClose }: { tool: Tool; onClose: () => void }) {
  const words = strings.vet;
  const cache = useQueryClient();
  const change = useChange<Tool>(keys.tools, keys.tool(tool.name), keys.upstreams);
  const [risk, setRisk] = useState(tool.riskSource === "set" && tool.ratedRisk !== null ? String(tool.ratedRisk) : "");
  const { fingerprint } = tool.vetting;
  const unopened = useUnopenedCount();
  const armed = useArmed(`${fingerprint} ${risk}`) && !change.isPending;
  const vet = (): void =>
    change.mutate(
      {
        method: "PUT",
        path: pathOf("tools", tool.name),
        body: { acceptDefinition: fingerprint, risk: risk === "" ? null : (Number(risk) as Risk), confirm: true },
      },
      { onSuccess: (answer) => cache.setQueryData(keys.tool(tool.name), answer) },
    );
  return (
    <Stack gap="md">
      <DefinitionOf tool={tool} />
      <NativeSelect
        label={words.risk}
        description={words.asYouRateIt}
        value={risk}
        data={[
          { value: "", label: words.asScored },
          ...RISKS.map((level) => ({ value: String(level), label: uiStrings.risk.choice(level) })),
        ]}
        onChange={({ currentTarget }) => setRisk(currentTarget.value)}
      />
      <Notice tone="info" title={words.effect}>
        {words.effectWords}
      </Notice>
      {change.error && (
        <Notice tone="error" title={words.notVetted}>
          {change.error.message}
        </Notice>
      )}
      <Group justify="flex-end">
        <Button variant="default" data-autofocus onClick={onClose}>
          {uiStrings.cancel}
        </Button>
        <DecideButton
          armed={armed}
          loading={change.isPending}
          blockedBy={unopened > 0 ? strings.openCollapsedFirst : undefined}
          onClick={vet}
        >
          {words.confirm}
        </DecideButton>
      </Group>
    </Stack>
  );
}
