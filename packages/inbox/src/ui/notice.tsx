import { Alert } from "@mantine/core";
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";

const TONES = {
  error: { color: "red", Icon: IconAlertTriangle, role: "alert" },
  caution: { color: "orange", Icon: IconAlertTriangle, role: "note" },
  info: { color: "gray", Icon: IconInfoCircle, role: "status" },
} as const;

interface Props {
  tone: keyof typeof TONES;
  title?: ReactNode;
  children?: ReactNode;
}

/** A message that a person has to see, at the place it is about. */
export function Notice({ tone, title, children }: Props) {
  const { color, Icon, role } = TONES[tone];
  return (
    <Alert
      color={color}
      variant="light"
      role={role}
      title={title}
      icon={<Icon size={18} aria-hidden />}
      p="sm"
      // The tone's own colour is too faint to read on its tint; the icon and the tint convey the tone.
      styles={{ title: { color: "var(--mantine-color-text)" } }}
    >
      {children}
    </Alert>
  );
}
