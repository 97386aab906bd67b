import { Anchor, type AnchorProps } from "@mantine/core";
import { createLink, type LinkComponentProps } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";
import { useEmbedded, inboxPath } from "./embedding.ts";

type Props = AnchorProps & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof AnchorProps> & { ref?: Ref<HTMLAnchorElement> };

const RoutedLink = createLink((props: Props) => <Anchor size="sm" underline="always" {...props} />);

/** A link to a page of the inbox, underlined so that it does not depend on colour. In a frame it opens a new tab. */
export const TextLink = ((props: LinkComponentProps<typeof RoutedLink>) =>
  useEmbedded() ? <OwnTabLink {...(props as unknown as OwnTabProps)} /> : <RoutedLink {...props} />) as typeof RoutedLink;

interface OwnTabProps extends Props {
  to: string;
  params?: Readonly<Record<string, string>>;
  search?: unknown;
}

function OwnTabLink({ to, params, search: _search, ...props }: OwnTabProps) {
  return <Anchor size="sm" underline="always" {...props} href={inboxPath(to, params)} target="_blank" rel="noopener" />;
}
