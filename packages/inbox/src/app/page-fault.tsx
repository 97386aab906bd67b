import { Button } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Blank } from "../ui/blank.tsx";

/** A fault of the page itself; nothing was decided by it. */
export function PageFault({ error }: { error: unknown }) {
  return (
    <main>
      <Blank icon={<IconAlertTriangle size={26} />} title="This page failed" order={1}>
        <p>Nothing was decided by it. {error instanceof Error ? error.message : ""}</p>
        <Button variant="default" onClick={() => window.location.reload()}>
          Load it again
        </Button>
      </Blank>
    </main>
  );
}
