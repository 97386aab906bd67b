import type { ContentElement, ElementKind, StoredType } from "@countersign/protocol";
import { Skeleton } from "@mantine/core";
import { IconFileUnknown } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { contentTypesQuery, elementQuery } from "../../api/content-queries.ts";
import type { ApiError } from "../../api/request.ts";
import { strings } from "../../strings/content.tsx";
import { Blank } from "../../ui/blank.tsx";
import { TextLink } from "../../ui/text-link.tsx";
import { Unread } from "../../ui/unread.tsx";

interface Props {
  id: string;
  children: (element: ContentElement, type: StoredType | undefined) => ReactNode;
}

/** Loads an element with its type, or shows why that failed. */
export function LoadedElement({ id, children }: Props) {
  const element = useQuery(elementQuery(id));
  const types = useQuery(contentTypesQuery);
  if (element.data && types.data) {
    const { kind, type } = element.data;
    return children(
      element.data,
      types.data.find((one) => one.kind === kind && one.name === type),
    );
  }
  const error = (element.data ? null : element.error) ?? types.error;
  return <NotLoaded error={error} onAgain={() => void Promise.all([element.refetch(), types.refetch()])} />;
}

interface TypeProps {
  kind: ElementKind;
  name: string;
  children: (type: StoredType) => ReactNode;
}

export function LoadedType({ kind, name, children }: TypeProps) {
  const { data, error, refetch } = useQuery(contentTypesQuery);
  const type = data?.find((one) => one.kind === kind && one.name === name);
  if (type) return children(type);
  if (data) return <Gone>{strings.element.noSuchType}</Gone>;
  return <NotLoaded error={error} onAgain={() => void refetch()} />;
}

function NotLoaded({ error, onAgain }: { error: ApiError | null; onAgain: () => void }) {
  if (!error) return <Skeleton height={300} m="md" role="status" aria-label={strings.element.reading} />;
  if (error.code === "NOT_FOUND") return <Gone>{error.message}</Gone>;
  return (
    <Unread title={strings.element.notRead} order={1} onAgain={onAgain}>
      {error.message}
    </Unread>
  );
}

const Gone = ({ children }: { children: ReactNode }) => (
  <Blank icon={<IconFileUnknown size={26} />} title={strings.element.nothingToShow} order={1}>
    <p>{children}</p>
    <TextLink to="/content" search={{}}>
      {strings.element.allContent}
    </TextLink>
  </Blank>
);
