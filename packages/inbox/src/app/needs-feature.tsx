import { IconPlugOff } from "@tabler/icons-react";
import type { RouteComponent } from "@tanstack/react-router";
import { useFeature } from "../api/signed-in.ts";
import { Blank } from "../ui/blank.tsx";
import { TextLink } from "../ui/text-link.tsx";
import { strings } from "../strings/app.tsx";
import { strings as uiStrings } from "../strings/ui.tsx";

/** Page of a feature that an administrator may have switched off on this server. */
export function needsFeature(name: string, Page: RouteComponent): RouteComponent {
  const Guarded = () => (useFeature(name) ? <Page /> : <SwitchedOff />);
  return Object.assign(Guarded, Page.preload && { preload: Page.preload });
}

export function SwitchedOff() {
  return (
    <Blank icon={<IconPlugOff size={26} />} title={strings.switchedOff.title} order={1}>
      {strings.switchedOff.meaning(<code>COUNTERSIGN_FEATURES</code>)} <TextLink to="/">{uiStrings.goToInbox}</TextLink>
    </Blank>
  );
}
