import { Stack, Text, ThemeIcon, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { IconMapQuestion } from "@tabler/icons-react";
import { strings } from "../strings/ui.tsx";
import { TextLink } from "./text-link.tsx";

interface Props {
  icon: ReactNode;
  title: string;
  order?: 1 | 2;
  children?: ReactNode;
}

/** Placeholder where there is nothing to list: says why, and what can be done. */
export function Blank({ icon, title, order = 2, children }: Props) {
  return (
    <Stack align="center" gap="sm" py={56} px="md" ta="center">
      <ThemeIcon variant="default" size={52} radius="xl" aria-hidden>
        {icon}
      </ThemeIcon>
      <Title order={order} size="h4">
        {title}
      </Title>
      <Text c="dimmed" size="sm" maw={380} component="div">
        {children}
      </Text>
    </Stack>
  );
}

export function NotFound() {
  return (
    <main>
      <Blank icon={<IconMapQuestion size={26} />} title={strings.noSuchPage} order={1}>
        <TextLink to="/">{strings.goToInbox}</TextLink>
      </Blank>
    </main>
  );
}
