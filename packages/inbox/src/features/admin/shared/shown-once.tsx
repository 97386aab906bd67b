import { Button, CopyButton, Group, Stack } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { strings } from "../../../strings/admin.tsx";
import { Notice } from "../../../ui/notice.tsx";
import classes from "./admin.module.css";

interface Props {
  /** Name of the secret, such as "The key". */
  what: string;
  secret: string;
  /** Says what to do with the secret. */
  children: ReactNode;
}

/** Shows a secret that the server reveals only once. The secret is kept in no cache and is gone when this is closed. */
export function ShownOnce({ what, secret, children }: Props) {
  return (
    <Stack gap="sm">
      <Notice tone="caution" title={strings.shownOnce.copyNow(what)}>
        {children}
      </Notice>
      <code className={classes.secret} aria-label={what} role="textbox" aria-readonly="true" tabIndex={0}>
        {secret}
      </code>
      <Group>
        <CopyText text={secret} label={strings.shownOnce.copy(what)} />
      </Group>
    </Stack>
  );
}

export const CopyText = ({ text, label }: { text: string; label: string }) => (
  <CopyButton value={text} timeout={2000}>
    {({ copied, copy }) => (
      <Button
        size="compact-sm"
        variant="default"
        leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        onClick={copy}
      >
        {copied ? strings.copied : label}
      </Button>
    )}
  </CopyButton>
);
