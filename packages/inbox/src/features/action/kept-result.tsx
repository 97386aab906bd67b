import { keptResultOf, type Action } from "@countersign/protocol";
import { Anchor } from "@mantine/core";

/** What is kept of a result that is too large for the page; nothing for any other. */
export function KeptResult({ action }: { action: Action }) {
  const kept = keptResultOf(action.result);
  if (!kept) return null;
  const size = `${(kept.bytes / 1024 / 1024).toFixed(1)} MiB`;
  if (!kept.isWhole) return <p>The result had {size}, more than is kept. This is its beginning.</p>;
  return (
    <p>
      The result has {size}. This is its beginning.{" "}
      <Anchor underline="always" href={`/api/pending-actions/${encodeURIComponent(action.id)}/result`} download>
        Download the whole result
      </Anchor>
    </p>
  );
}
