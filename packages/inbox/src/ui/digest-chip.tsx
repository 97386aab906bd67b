import { Tooltip, UnstyledButton } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { strings } from "../strings/ui.tsx";
import classes from "./digest-chip.module.css";

const SHOWN_CHARACTERS = 12;

/** First characters of a digest. Hover or focus shows the whole digest, a click copies it. */
export function DigestChip({ digest }: { digest: string }) {
  const clipboard = useClipboard({ timeout: 1500 });
  return (
    <Tooltip
      label={clipboard.copied ? strings.copied : digest}
      multiline
      w={300}
      withinPortal={false}
      style={{ overflowWrap: "anywhere" }}
      events={{ hover: true, focus: true, touch: true }}
    >
      <UnstyledButton className={classes.chip} onClick={() => clipboard.copy(digest)} aria-label={strings.copyDigest(digest)}>
        <code>{digest.slice(0, SHOWN_CHARACTERS)}</code>
        {clipboard.copied ? <IconCheck size={13} aria-hidden /> : <IconCopy size={13} aria-hidden />}
      </UnstyledButton>
    </Tooltip>
  );
}
