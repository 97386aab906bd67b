import { useQuery } from "@tanstack/react-query";
import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { apiKeysQuery } from "../../../api/admin-queries.ts";
import { strings } from "../../../strings/keys.tsx";
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
        title={strings.title}
        says={strings.says((text) => (
          <TextLink to="/admin/agents">{text}</TextLink>
        ))}
      >
        <Group gap="xs">
          <Button onClick={() => setMaking("worker")}>{strings.createWorkerKey}</Button>
          <Button variant="default" onClick={() => setMaking("user")}>
            {strings.createToken}
          </Button>
        </Group>
      </PageHead>
      <Loaded query={all} what={strings.allKeys}>
        {(rows) => <KeyList rows={rows.filter(({ kind }) => kind !== "agent")} />}
      </Loaded>
      {making && <NewKey kind={making} onClose={() => setMaking(null)} />}
    </>
  );
}
