import { IconPlugOff } from "@tabler/icons-react";
import type { RouteComponent } from "@tanstack/react-router";
import { useFeature } from "../api/signed-in.ts";
import { Blank } from "../ui/blank.tsx";
import { TextLink } from "../ui/text-link.tsx";

/** Page of a feature that an administrator may have switched off on this server. */
export function needsFeature(name: string, Page: RouteComponent): RouteComponent {
  const Guarded = () => (useFeature(name) ? <Page /> : <SwitchedOff />);
  return Object.assign(Guarded, Page.preload && { preload: Page.preload });
}

export function SwitchedOff() {
  return (
    <Blank icon={<IconPlugOff size={26} />} title="This server runs without these pages" order={1}>
      Whoever runs the server can switch them on with <code>COUNTERSIGN_FEATURES</code>. Nothing that was stored is gone.{" "}
      <TextLink to="/">Go to the inbox</TextLink>
    </Blank>
  );
}
