import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { apiKeysQuery } from "../../../api/admin-queries.ts";
import { useMe } from "../../../api/signed-in.ts";
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
      <PageHead
        title="Personal tokens"
        says={
          isAdmin
            ? "With a token a script acts as a person. Sign-ins of the command line stand here too. As an administrator you see everybody's."
            : "With a token a script acts as you. Sign-ins of your command lines stand here too."
        }
      >
        <Button onClick={() => setMaking(true)}>Create token…</Button>
      </PageHead>
      <Loaded query={all} what="The tokens">
        {(rows) => <KeyList rows={rows.filter(({ kind }) => kind === "user")} />}
      </Loaded>
      {making && <NewKey kind="user" onClose={() => setMaking(false)} />}
    </div>
  );
}
