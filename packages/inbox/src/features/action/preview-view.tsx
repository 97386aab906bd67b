import type { Json, JsonObject, Preview } from "@countersign/protocol";
import { Table } from "@mantine/core";
import { isObject } from "../../ui/diff/is-object.ts";
import { JsonView } from "../../ui/json-view.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { Section } from "./section.tsx";
import classes from "./action-page.module.css";

/** What the tool derives from the input, besides title and summary. */
export function PreviewView({ preview }: { preview: Preview }) {
  const { title: _title, summary: _summary, items, ...rest } = preview;
  const others = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as JsonObject;
  const hasItems = items !== undefined && items.length > 0;
  if (!hasItems && Object.keys(others).length === 0) return null;
  return (
    <Section title="What it would do">
      {hasItems && <Items items={items} />}
      {Object.keys(others).length > 0 && <JsonView value={others} />}
    </Section>
  );
}

function Items({ items }: { items: readonly JsonObject[] }) {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  return (
    <div className={classes.scroll} role="region" aria-label="Table of items" tabIndex={0}>
      <Table withTableBorder mt="xs">
        <Table.Thead>
          <Table.Tr>
            {names.map((name) => (
              <Table.Th key={name} scope="col">
                <VisibleText text={name} newlines="mark" />
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item, index) => (
            <Table.Tr key={index}>
              {names.map((name) => (
                <Table.Td key={name}>{Object.hasOwn(item, name) ? <Cell value={item[name] ?? null} /> : null}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

const Cell = ({ value }: { value: Json }) =>
  isObject(value) || Array.isArray(value) ? <JsonView value={value} /> : <VisibleText text={String(value)} />;
