import { ELEMENT_KINDS, type ContentType, type ElementKind } from "@countersign/protocol";
import { Button, Group, NativeSelect, SegmentedControl, Skeleton, Title } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { contentTypesQuery, elementsQuery } from "../../api/content-queries.ts";
import { mayDecide, useMe } from "../../api/signed-in.ts";
import { strings } from "../../strings/content.tsx";
import { strings as uiStrings } from "../../strings/ui.tsx";
import { elementWords } from "../../ui/element-words.ts";
import { Notice } from "../../ui/notice.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { Unread } from "../../ui/unread.tsx";
import { readContentSearch, type ContentSearch } from "../../page-search.ts";
import { ElementTable } from "./element-table.tsx";
import { EmptyContent } from "./empty-content.tsx";
import { Folders } from "./folders.tsx";
import { NewElement } from "./new-element.tsx";
import { UploadAsset } from "./upload-asset.tsx";
import classes from "./content-page.module.css";

/** The workspace's content by kind, folder and search. */
export function ContentPage() {
  const search = readContentSearch({ ...useSearch({ from: "/page/content" }) });
  const navigate = useNavigate();
  const onSearch = (next: ContentSearch): void => void navigate({ to: "/content", search: readContentSearch({ ...next }) });
  const { kind = "object", ...rest } = search;
  const filter = { kind, ...rest };
  const list = useInfiniteQuery(elementsQuery(filter));
  const { data, error, refetch } = list;
  const types = (useQuery(contentTypesQuery).data ?? []).filter((type) => type.kind === kind);
  const canChange = mayDecide(useMe());
  const elements = data?.pages.flatMap(({ items }) => items) ?? [];
  const isNarrowed = Object.keys(rest).length > 0;
  const isEmpty = data !== undefined && elements.length === 0 && (data.pages[0]?.folders.length ?? 0) === 0;
  const folder = search.folder ?? "/";
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Title order={1} size="h3">
          {strings.title}
        </Title>
        {canChange && (
          <Group gap="xs">
            {kind === "asset" ? <UploadAsset folder={folder} /> : <NewElement kind={kind} types={types} folder={folder} />}
          </Group>
        )}
      </div>
      <ContentFilters search={search} kind={kind} types={types} onSearch={onSearch} />
      {data && !(isEmpty && !isNarrowed) && (
        <Folders
          folder={folder}
          folders={data.pages[0]?.folders ?? []}
          onFolder={(next) => onSearch({ ...search, folder: next === "/" ? "" : next })}
        />
      )}
      {error && !data && (
        <Unread title={strings.notRead} onAgain={refetch}>
          {error.message}
        </Unread>
      )}
      {error && data && (
        <Notice tone="caution" title={uiStrings.outOfDate}>
          {error.message}
        </Notice>
      )}
      {!data && !error && <Skeleton height={240} role="status" aria-label={strings.reading} />}
      {isEmpty && <EmptyContent kind={kind} isNarrowed={isNarrowed} />}
      {elements.length > 0 && <ElementTable elements={elements} types={types} folder={folder} />}
      <ShowMore list={list} />
    </div>
  );
}

interface FiltersProps {
  search: ContentSearch;
  kind: ElementKind;
  types: readonly ContentType[];
  onSearch: (next: ContentSearch) => void;
}

function ContentFilters({ search, kind, types, onSearch }: FiltersProps) {
  const words = strings.filters;
  return (
    <div className={classes.filters}>
      <SegmentedControl
        size="xs"
        aria-label={words.kind}
        value={kind}
        onChange={(next) => onSearch({ ...(ELEMENT_KINDS.includes(next as never) && { kind: next as typeof kind }) })}
        data={ELEMENT_KINDS.map((value) => ({ value, label: elementWords(value).many }))}
      />
      <div className={classes.search}>
        <SearchField label={words.search[kind]} text={search.q ?? ""} onChange={(q) => onSearch({ ...search, q })} />
      </div>
      {types.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label={words.type}
          value={search.type ?? ""}
          onChange={({ currentTarget }) => onSearch({ ...search, type: currentTarget.value })}
          data={[{ value: "", label: words.anyType }, ...types.map(({ name, title }) => ({ value: name, label: title }))]}
        />
      )}
      {search.tag !== undefined && (
        <Button size="compact-sm" variant="default" onClick={() => onSearch({ ...search, tag: "" })}>
          {words.withOneTag}
        </Button>
      )}
    </div>
  );
}
