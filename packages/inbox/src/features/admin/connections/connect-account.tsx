import type { Authorization } from "@countersign/protocol";
import { Button } from "@mantine/core";
import { pathOf, useChange } from "../../../api/use-change.ts";
import { Notice } from "../../../ui/notice.tsx";

/** Leads to the service, where a person allows the access to their account, and back. */
export function ConnectAccount({ id, name }: { id: string; name: string }) {
  const ask = useChange<Authorization>();
  const go = (): void =>
    ask.mutate(
      { method: "POST", path: `${pathOf("connections", id)}/authorization`, body: {} },
      { onSuccess: ({ url }) => window.location.assign(url) },
    );
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Connect an account to ${name}`}
        loading={ask.isPending || ask.isSuccess}
        onClick={go}
      >
        Connect an account…
      </Button>
      {ask.error && (
        <Notice tone="error" title="The account can not be connected">
          {ask.error.message}
        </Notice>
      )}
    </>
  );
}
