import type { ContentElement, ElementKind, ElementPage, ElementRevision, FolderRight, StoredType } from "@countersign/protocol";
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type QueryKey,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { keys } from "./keys.ts";
import { request, sendBytes, type ApiError } from "./request.ts";

/** Filter of a list of elements. A missing key means no restriction. */
interface ElementListFilter {
  kind: ElementKind;
  folder?: string;
  type?: string;
  /** Id of a tag. */
  tag?: string;
  q?: string;
}

const PAGE_SIZE = 50;
const FOUND = 20;

const elementsPath = (filter: ElementListFilter, limit: number, cursor: string | null): string => {
  const query = new URLSearchParams({ kind: filter.kind, limit: String(limit) });
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value as string);
  if (cursor !== null) query.set("cursor", cursor);
  return `/api/content/elements?${query}`;
};

/** Elements by path, in pages, with the direct subfolders of the requested folder. */
export const elementsQuery = (filter: ElementListFilter) =>
  infiniteQueryOptions({
    queryKey: keys.elementList(filter),
    queryFn: ({ pageParam, signal }) =>
      request<ElementPage>("GET", elementsPath(filter, PAGE_SIZE, pageParam), undefined, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  });

/** First `FOUND` matches, for a picker. */
export const foundElementsQuery = (filter: ElementListFilter) =>
  queryOptions({
    queryKey: keys.elementList({ ...filter, first: FOUND }),
    queryFn: async ({ signal }) =>
      (await request<ElementPage>("GET", elementsPath(filter, FOUND, null), undefined, signal)).items,
    placeholderData: keepPreviousData,
  });

const contentPath = (rest: string): string => `/api/content/${rest}`;
export const elementPath = (id: string): string => contentPath(`elements/${encodeURIComponent(id)}`);

export const elementQuery = (id: string) =>
  queryOptions({
    queryKey: keys.element(id),
    queryFn: ({ signal }) => request<ContentElement>("GET", elementPath(id), undefined, signal),
  });

const listOf = <T>(queryKey: QueryKey, path: string) =>
  queryOptions({
    queryKey,
    queryFn: async ({ signal }) => (await request<{ items: T[] }>("GET", path, undefined, signal)).items,
  });

/** Every revision of an element, newest first. */
export const revisionsQuery = (id: string) => listOf<ElementRevision>(keys.revisions(id), `${elementPath(id)}/revisions`);

export const contentTypesQuery = listOf<StoredType>(keys.contentTypes, contentPath("types"));
export const contentRightsQuery = listOf<FolderRight>(keys.contentRights, contentPath("rights"));

interface Upload {
  path: string;
  file: File;
}

const UNKNOWN_TYPE = "application/octet-stream";

/** Stores a file as a new asset with the media type that the browser assumes; the server does not derive it from the bytes. */
export function useUploadAsset() {
  const cache = useQueryClient();
  return useMutation<ContentElement, ApiError, Upload>({
    mutationFn: ({ path, file }) =>
      sendBytes<ContentElement>(`/api/content/assets?${new URLSearchParams({ path })}`, file, file.type || UNKNOWN_TYPE),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.elements }),
  });
}
