import type { Action, JsonObject } from "@countersign/protocol";
import { queryOptions, useQueries } from "@tanstack/react-query";
import { keys } from "./keys.ts";
import { actionQuery } from "./action-queries.ts";
import { request } from "./request.ts";

type Edits = ReadonlyMap<string, { userEdits: JsonObject; digest: string }>;

/** Reads the action with these edits applied, as the server computes it at that moment. */
const editedQuery = (id: string, { userEdits, digest }: { userEdits: JsonObject; digest: string }) =>
  queryOptions({
    queryKey: keys.edited(id, digest),
    queryFn: () => request<Action>("POST", `/api/pending-actions/${encodeURIComponent(id)}/preview`, { userEdits }),
    staleTime: Infinity,
  });

/** Reads whole actions by id, if `isOn`; those with edits are read with the edits applied. */
export const useActions = (ids: readonly string[], edits?: Edits, isOn = true) =>
  useQueries({
    queries: ids.map((id) => {
      const edit = edits?.get(id);
      const query = (edit ? editedQuery(id, edit) : actionQuery(id)) as ReturnType<typeof actionQuery>;
      return { ...query, enabled: isOn };
    }),
    combine: (results) =>
      new Map(
        results.map(({ data, error, isFetching }, index) => [
          ids[index] as string,
          { action: data, fault: data ? undefined : error?.message, isReading: isFetching },
        ]),
      ),
  });
