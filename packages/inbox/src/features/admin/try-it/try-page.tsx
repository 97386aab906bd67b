import { displayText, type Tool } from "@countersign/protocol";
import { NativeSelect } from "@mantine/core";
import { IconTool } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { toolsQuery } from "../../../api/admin-queries.ts";
import { Blank } from "../../../ui/blank.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { useAdminSearch } from "../shared/use-admin-search.ts";
import { TryTool } from "./try-tool.tsx";

/** Shows the answer that an external client would get. Nothing runs until the person explicitly proposes the call. */
export function TryPage() {
  const tools = useQuery(toolsQuery);
  const [{ open }, setSearch] = useAdminSearch();
  return (
    <>
      <PageHead
        title="Try it"
        says="Fill in a call and see what an agent would be answered, and the card a person would get. Nothing is stored and nothing runs until you propose it for real."
      />
      <Loaded query={tools} what="The tools">
        {(rows) => (
          <>
            <NativeSelect
              label="Tool"
              value={open ?? ""}
              data={[{ value: "", label: "Choose a tool" }, ...optionsOf(rows)]}
              onChange={({ currentTarget }) => setSearch({ open: currentTarget.value })}
            />
            <Chosen tool={rows.find(({ name }) => name === open)} name={open} />
          </>
        )}
      </Loaded>
    </>
  );
}

const optionsOf = (tools: readonly Tool[]) =>
  tools.map(({ name }) => ({ value: name, label: displayText(name, { newlines: "mark" }) }));

function Chosen({ tool, name }: { tool: Tool | undefined; name: string | undefined }) {
  if (tool) return <TryTool key={tool.name} tool={tool} />;
  if (name !== undefined) {
    return (
      <Notice tone="caution" title="No such tool">
        There is no tool <VisibleText text={name} newlines="mark" /> in this workspace.
      </Notice>
    );
  }
  return (
    <Blank icon={<IconTool size={26} />} title="Choose a tool first">
      Its form is made from the schema of its input.
    </Blank>
  );
}
