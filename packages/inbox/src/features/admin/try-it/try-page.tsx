import { displayText, type Tool } from "@countersign/protocol";
import { NativeSelect } from "@mantine/core";
import { IconTool } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { toolsQuery } from "../../../api/admin-queries.ts";
import { Blank } from "../../../ui/blank.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { strings as adminStrings } from "../../../strings/admin.tsx";
import { strings } from "../../../strings/try-it.tsx";
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
      <PageHead title={strings.title} says={strings.says} />
      <Loaded query={tools} what={adminStrings.theTools}>
        {(rows) => (
          <>
            <NativeSelect
              label={strings.tool}
              value={open ?? ""}
              data={[{ value: "", label: strings.chooseTool }, ...optionsOf(rows)]}
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
      <Notice tone="caution" title={strings.noSuchTool}>
        {strings.noSuchToolSays(<VisibleText text={name} newlines="mark" />)}
      </Notice>
    );
  }
  return (
    <Blank icon={<IconTool size={26} />} title={strings.chooseFirst}>
      {strings.chooseFirstSays}
    </Blank>
  );
}
