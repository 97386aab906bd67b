import type { StudioPublication, StudioRun, StudioSummary, StudioTool, StudioVersion } from "@countersign/protocol";
import { queryOptions } from "@tanstack/react-query";
import { keys } from "./keys.ts";
import { request } from "./request.ts";
import { pathOf } from "./use-change.ts";

export const studioPath = (name: string, rest = ""): string => pathOf("studio/tools", name) + rest;

export const studioListQuery = queryOptions({
  queryKey: keys.studioList,
  queryFn: async ({ signal }) =>
    (await request<{ items: StudioSummary[] }>("GET", "/api/studio/tools", undefined, signal)).items,
});

export const studioToolQuery = (name: string) =>
  queryOptions({
    queryKey: keys.studioTool(name),
    queryFn: ({ signal }) => request<StudioTool>("GET", studioPath(name), undefined, signal),
  });

export const studioRunsQuery = (name: string) =>
  queryOptions({
    queryKey: keys.studioRuns(name),
    queryFn: async ({ signal }) =>
      (await request<{ items: StudioRun[] }>("GET", studioPath(name, "/runs"), undefined, signal)).items,
  });

export const studioVersionsQuery = (name: string) =>
  queryOptions({
    queryKey: keys.studioVersions(name),
    queryFn: async ({ signal }) =>
      (await request<{ items: StudioVersion[] }>("GET", studioPath(name, "/versions"), undefined, signal)).items,
  });

/** Changes that publishing would make at this moment; therefore never cached. */
export const studioPublicationQuery = (name: string) =>
  queryOptions({
    queryKey: keys.studioPublication(name),
    queryFn: ({ signal }) => request<StudioPublication>("GET", studioPath(name, "/publication"), undefined, signal),
    gcTime: 0,
    staleTime: 0,
  });
