import type { Connection, ConnectionTestResult, ConnectorKind } from "@countersign/protocol";
import { Button, Group, NativeSelect, Stack } from "@mantine/core";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { strings as uiStrings } from "../../../strings/ui.tsx";
import { strings } from "../../../strings/connections.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { fieldFaults } from "../../../ui/field-faults.ts";
import { Notice } from "../../../ui/notice.tsx";
import { LoweredDialog } from "../shared/lowered-dialog.tsx";
import { useConfirmed } from "../shared/use-confirmed.ts";
import { draftOf, readDraft, type ConnectionDraft } from "./connection-draft.ts";
import { CONNECTION_FIELDS, ConnectionFields } from "./connection-fields.tsx";
import { TestResult } from "./test-result.tsx";

interface Props {
  connectors: readonly ConnectorKind[];
  /** Null for a new connection. */
  connection: Connection | null;
  onClose: () => void;
}

/** Tests an enabled connection after each save, and stays open with the service's answer until the person closes it. */
export function ConnectionDialog({ connectors, connection: given, onClose }: Props) {
  const words = strings.dialog;
  const [connection, setConnection] = useState(given);
  const [connector, setConnector] = useState(connectors.find(({ name }) => name === given?.connector) ?? connectors[0]!);
  const [draft, setDraft] = useState(() => draftOf(connector, given));
  const test = useChange<ConnectionTestResult>();
  const save = useConfirmed(useChange<Connection>(keys.connections, keys.tools, keys.groups), (stored) => {
    setConnection(stored);
    setDraft(draftOf(connector, stored));
    if (stored.enabled) test.mutate({ method: "POST", path: `${pathOf("connections", stored.id)}/test`, body: {} });
    else onClose();
  });
  const { body, faults: unreadable } = readDraft(draft, connector, connection);
  const isChanged = Object.keys(body).length > 0;
  const problem = save.error?.problem;
  const set = (part: Partial<ConnectionDraft>): void => setDraft({ ...draft, ...part });
  const choose = (name: string): void => {
    const chosen = connectors.find((one) => one.name === name);
    if (!chosen) return;
    setConnector(chosen);
    setDraft(draftOf(chosen, null));
    save.cancel();
  };
  const store = (): void => {
    test.reset();
    if (connection === null) save.send({ method: "POST", path: "/api/connections", body });
    else save.send({ method: "PUT", path: pathOf("connections", connection.id), body });
  };
  const isDone = connection !== null && !isChanged;

  return (
    <>
      <Dialog
        onClose={onClose}
        size="lg"
        fillsPhone
        closeOnEscape={!save.asked}
        closeLabel={words.closeLabel}
        title={
          given !== null ? words.edit(given.name) : connector.carriesNotifications ? words.addChannel : words.addConnection
        }
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            store();
          }}
        >
          <Stack gap="md">
            {connection === null && <ConnectorChoice connectors={connectors} chosen={connector} onChoose={choose} />}
            <ConnectionFields
              key={connector.name}
              connector={connector}
              connection={connection}
              draft={draft}
              problem={problem}
              unreadable={unreadable}
              onChange={set}
            />
            <SaveOutcome save={save} test={test} isDone={isDone} />
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {isDone && connection !== given ? uiStrings.close : uiStrings.cancel}
              </Button>
              <Button type="submit" loading={save.isSending || test.isPending} disabled={!isChanged || unreadable.size > 0}>
                {connection === null ? words.addAndTest : words.saveAndTest}
              </Button>
            </Group>
          </Stack>
        </form>
      </Dialog>
      <LoweredDialog change={save} />
    </>
  );
}

interface ChoiceProps {
  connectors: readonly ConnectorKind[];
  chosen: ConnectorKind;
  onChoose: (name: string) => void;
}

function ConnectorChoice({ connectors, chosen, onChoose }: ChoiceProps) {
  return (
    <NativeSelect
      label={chosen.carriesNotifications ? strings.channelKind : strings.service}
      data={connectors.map(({ name, title }) => ({ value: name, label: title }))}
      value={chosen.name}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    />
  );
}

interface OutcomeProps {
  save: Pick<ReturnType<typeof useConfirmed>, "error">;
  test: Pick<ReturnType<typeof useChange<ConnectionTestResult>>, "error" | "data">;
  /** True if all that is typed is stored. */
  isDone: boolean;
}

/** Says why nothing was stored, or what the test of the stored connection gave. */
function SaveOutcome({ save, test, isDone }: OutcomeProps) {
  const problem = save.error?.problem;
  const other = fieldFaults(problem, CONNECTION_FIELDS).get("");
  return (
    <>
      {save.error && (other !== undefined || !problem?.errors?.length) && (
        <Notice tone="error" title={strings.dialog.notStored}>
          {other ?? save.error.message}
        </Notice>
      )}
      {test.error && (
        <Notice tone="error" title={strings.dialog.notTested}>
          {test.error.message}
        </Notice>
      )}
      {test.data && isDone && <TestResult result={test.data} />}
    </>
  );
}
