import type { Connection, ConnectionTestResult } from "@countersign/protocol";
import { Link, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { keys } from "../../../api/keys.ts";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { strings } from "../../../strings/connections.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { PageHead } from "../shared/page-head.tsx";
import { TestResult } from "./test-result.tsx";
import classes from "../shared/admin.module.css";

/** Page to which a service redirects an administrator, with its answer to the request for access to their account. */
export function AuthorizedPage() {
  const words = strings.account;
  const search = useSearch({ from: "/page/setting/admin/connections/authorized" });
  const sent = useRef(false);
  const test = useChange<ConnectionTestResult>();
  const finish = useChange<Connection>(keys.connections);
  useEffect(() => {
    // The answer is accepted once; the request of a second effect would be refused.
    if (sent.current) return;
    sent.current = true;
    const query = new URLSearchParams(Object.entries(search)).toString();
    // Keeps the answer out of the history and of an address that somebody may copy.
    window.history.replaceState(window.history.state, "", window.location.pathname);
    finish.mutate(
      { method: "POST", path: "/api/connections/authorization", body: { query } },
      { onSuccess: ({ id }) => test.mutate({ method: "POST", path: `${pathOf("connections", id)}/test`, body: {} }) },
    );
  });
  return (
    <div className={classes.page}>
      <PageHead title={words.title} says={words.says} />
      <div className={classes.notice}>
        {finish.error ? (
          <Notice tone="error" title={words.notConnected}>
            {finish.error.message}
          </Notice>
        ) : test.data ? (
          <TestResult result={test.data} />
        ) : test.error ? (
          <Notice tone="error" title={words.notTested}>
            {test.error.message}
          </Notice>
        ) : (
          <p role="status">{words.asking}</p>
        )}
      </div>
      <Link to="/admin/connections">{words.toServices}</Link>
    </div>
  );
}
