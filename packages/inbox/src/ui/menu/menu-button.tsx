import { cloneElement, Suspense, useState, type ComponentPropsWithRef, type ReactElement, type ReactNode } from "react";

export type MenuTarget = ReactElement<ComponentPropsWithRef<"button">>;

interface Props {
  button: MenuTarget;
  /** Renders the button again, with its menu; is loaded when it is needed, because menus are large. */
  menu: (button: MenuTarget) => ReactNode;
}

/** A button whose menu is mounted when it is pressed for the first time. */
export function MenuButton({ button, menu }: Props) {
  const [pressed, setPressed] = useState(false);
  const closed = cloneElement(button, { "aria-haspopup": "menu", "aria-expanded": false, onClick: () => setPressed(true) });
  return pressed ? <Suspense fallback={closed}>{menu(button)}</Suspense> : closed;
}
