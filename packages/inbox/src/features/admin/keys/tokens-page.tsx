import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { apiKeysQuery } from "../../../api/admin-queries.ts";
import { useMe } from "../../../api/signed-in.ts";
import { strings } from "../../../strings/keys.tsx";
import { Loaded } from "../shared/loaded.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { KeyList } from "./key-list.tsx";
import { NewKey } from "./new-key.tsx";
import classes from "../shared/admin.module.css";

/** Personal tokens page for every member. Tokens let scripts do what their owner can do, or less. */
export function TokensPage() {
  const all = useQuery(apiKeysQuery);
  const isAdmin = useMe()?.role === "admin";
  const [making, setMaking] = useState(false);
  return (
    <div className={classes.page}>
      <PageHead title={strings.tokens.title} says={isAdmin ? strings.tokens.saysToAdmin : strings.tokens.says}>
        <Button onClick={() => setMaking(true)}>{strings.createToken}</Button>
      </PageHead>
      <Loaded query={all} what={strings.tokens.all}>
        {(rows) => <KeyList rows={rows.filter(({ kind }) => kind === "user")} />}
      </Loaded>
      {making && <NewKey kind="user" onClose={() => setMaking(false)} />}
    </div>
  );
}
