/** An imported text as the workspace stores it. */
export interface NewSource {
  workspaceId: string;
  actionId: string;
  /** Position in the call: equal for every attempt, so that no text is stored twice. */
  position: number;
  fileId: string;
  version: string;
  name: string;
  mimeType: string;
  url: string | null;
  content: string;
}

/** Storage of imported texts. */
export interface Sources {
  /** Returns the last stored version of a file and the action that stored it, if any. */
  findKept(workspaceId: string, fileId: string): Promise<{ version: string; actionId: string } | undefined>;
  put(source: NewSource): Promise<void>;
}
