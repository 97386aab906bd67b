import { Menu, type MenuDropdownProps, type MenuProps } from "@mantine/core";
import { cloneElement, useEffect, useRef, useState, type ReactNode } from "react";
import type { MenuTarget } from "./menu-button.tsx";

interface Props {
  button: MenuTarget;
  position: NonNullable<MenuProps["position"]>;
  dropdown?: MenuDropdownProps;
  children: ReactNode;
}

/** The menu of a button that was just pressed. */
export function OpenedMenu({ button, position, dropdown = {}, children }: Props) {
  const [opened, setOpened] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // This button replaces the one that was pressed. A menu returns the focus to where it was when the menu opened.
    target.current?.focus();
    const frame = requestAnimationFrame(() => setOpened(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Menu position={position} shadow="md" opened={opened} onChange={setOpened}>
      <Menu.Target>{cloneElement(button, { ref: target })}</Menu.Target>
      <Menu.Dropdown {...dropdown}>{children}</Menu.Dropdown>
    </Menu>
  );
}
