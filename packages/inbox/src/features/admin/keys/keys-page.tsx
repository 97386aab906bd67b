import { useQuery } from "@tanstack/react-query";
import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { apiKeysQuery } from "../../../api/admin-queries.ts";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { TextLink } from "../../../ui/text-link.tsx";
import { KeyList } from "./key-list.tsx";
import { NewKey } from "./new-key.tsx";

/** Lists worker keys and personal tokens. Agent keys and their settings have a page of their own. */
export function KeysPage() {
  const all = useQuery(apiKeysQuery);
  const [making, setMaking] = useState<"worker" | "user" | null>(null);
  return (
    <>
      <PageHead
        title="Keys"
        says={
          <>
            A worker registers tools and runs what people approved of them. A personal token lets a script of yours act as you.
            Keys of agents are with the <TextLink to="/admin/agents">agents</TextLink>.
          </>
        }
      >
        <Group gap="xs">
          <Button onClick={() => setMaking("worker")}>Create worker key…</Button>
          <Button variant="default" onClick={() => setMaking("user")}>
            Create token…
          </Button>
        </Group>
      </PageHead>
      <Loaded query={all} what="The keys">
        {(rows) => <KeyList rows={rows.filter(({ kind }) => kind !== "agent")} />}
      </Loaded>
      {making && <NewKey kind={making} onClose={() => setMaking(null)} />}
    </>
  );
}
