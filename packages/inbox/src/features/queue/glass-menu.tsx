import type { GlassUse } from "@countersign/protocol";
import { Menu } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { MenuTarget } from "../../ui/menu/menu-button.tsx";
import { OpenedMenu } from "../../ui/menu/opened-menu.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";

/** Leads to the emergency approvals that wait for a review. */
export function GlassMenu({ button, open }: { button: MenuTarget; open: readonly GlassUse[] }) {
  return (
    <OpenedMenu
      button={button}
      position="bottom-start"
      dropdown={{ mah: "60dvh", maw: "calc(100vw - 24px)", style: { overflowY: "auto" } }}
    >
      {open.map(({ pendingActionId: id, title }) => (
        <Menu.Item key={id} renderRoot={(props) => <Link to="/actions/$id" params={{ id }} search={true} {...props} />}>
          <VisibleText text={title} newlines="mark" />
        </Menu.Item>
      ))}
    </OpenedMenu>
  );
}
