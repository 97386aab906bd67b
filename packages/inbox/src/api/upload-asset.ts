import type { ContentElement } from "@countersign/protocol";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { keys } from "./keys.ts";
import { sendBytes, type ApiError } from "./request.ts";

interface Upload {
  path: string;
  file: File;
}

const UNKNOWN_TYPE = "application/octet-stream";

/** Stores a file as a new asset. Its type is what the browser takes it for; the server looks at the bytes. */
export function useUploadAsset() {
  const cache = useQueryClient();
  return useMutation<ContentElement, ApiError, Upload>({
    mutationFn: ({ path, file }) =>
      sendBytes<ContentElement>(`/api/content/assets?${new URLSearchParams({ path })}`, file, file.type || UNKNOWN_TYPE),
    onSettled: () => cache.invalidateQueries({ queryKey: keys.elements }),
  });
}
