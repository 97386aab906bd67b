import type { Condition } from "@countersign/protocol";
import { Button, Group, NativeSelect, Stack } from "@mantine/core";
import { useEffect, useRef } from "react";
import type { InputField } from "../../../ui/input-form/input-fields.ts";
import { strings } from "../../../strings/condition.tsx";
import { firstTest } from "./operators.ts";
import { TestRow, type DraftTest } from "./test-row.tsx";
import classes from "./condition.module.css";

interface Props {
  join: Condition["join"];
  tests: readonly DraftTest[];
  fields: readonly InputField[];
  letsPass: boolean;
  isDisabled: boolean;
  onChange: (next: { join: Condition["join"]; tests: readonly DraftTest[] }) => void;
}

/** The tests of a condition, each a row, and whether all of them must hold or any. */
export function Tests({ join, tests, fields, letsPass, isDisabled, onChange }: Props) {
  const box = useRef<HTMLFieldSetElement>(null);
  const focusNext = useRef<string | null>(null);
  useEffect(() => {
    if (focusNext.current !== null) box.current?.querySelector<HTMLElement>(focusNext.current)?.focus();
    focusNext.current = null;
  });
  const setTests = (next: readonly DraftTest[]): void => onChange({ join: next.length > 1 ? join : "all", tests: next });
  const add = (): void => {
    focusNext.current = `[data-value-of="${tests.length + 1}"]`;
    const field = fields.find(({ kind }) => kind === "number" || kind === "integer") ?? fields[0]!;
    setTests([...tests, firstTest(field, letsPass)]);
  };
  const remove = (at: number): void => {
    focusNext.current = "[data-add]";
    setTests(tests.filter((_, n) => n !== at));
  };
  return (
    <fieldset ref={box} disabled={isDisabled} className={classes.tests}>
      <Stack gap={6} mb={8}>
        {tests.length > 1 && (
          <NativeSelect
            size="xs"
            maw={220}
            aria-label={strings.combine}
            value={join}
            data={[
              { value: "all", label: strings.joins.all },
              { value: "any", label: strings.joins.any },
            ]}
            onChange={({ currentTarget }) => onChange({ join: currentTarget.value === "any" ? "any" : "all", tests })}
          />
        )}
        {tests.map((test, at) => (
          <TestRow
            // The position is a test's only identity while its parts are chosen.
            // oxlint-disable-next-line react/no-array-index-key
            key={at}
            number={at + 1}
            test={test}
            fields={fields}
            letsPass={letsPass}
            onChange={(next) => setTests(tests.map((one, n) => (n === at ? next : one)))}
            onRemove={() => remove(at)}
          />
        ))}
        <Group>
          <Button data-add type="button" size="compact-sm" variant="default" onClick={add}>
            {strings.add}
          </Button>
        </Group>
      </Stack>
    </fieldset>
  );
}
