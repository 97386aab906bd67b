import { ActionIcon, useMantineColorScheme, type MantineColorScheme } from "@mantine/core";
import { IconDeviceDesktop, IconMoon, IconSun } from "@tabler/icons-react";

const SCHEMES = {
  auto: { name: "as the system", next: "light", Icon: IconDeviceDesktop },
  light: { name: "light", next: "dark", Icon: IconSun },
  dark: { name: "dark", next: "auto", Icon: IconMoon },
} as const satisfies Record<MantineColorScheme, unknown>;

/** Goes round: as the system, light, dark. */
export function ColorSchemeButton() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { name, next, Icon } = SCHEMES[colorScheme];
  const label = `Colours: ${name}. Change to ${SCHEMES[next].name}`;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      c="dimmed"
      size="lg"
      aria-label={label}
      title={label}
      onClick={() => setColorScheme(next)}
    >
      <Icon size={19} aria-hidden />
    </ActionIcon>
  );
}
