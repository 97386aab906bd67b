/** A text that was taken over, as the workspace keeps it. */
export interface NewSource {
  workspaceId: string;
  actionId: string;
  /** Place in the call: the same for every attempt, so that none keeps it twice. */
  position: number;
  fileId: string;
  version: string;
  name: string;
  mimeType: string;
  url: string | null;
  content: string;
}

/** Where imported texts go. */
export interface Sources {
  /** The version that was kept last of a file, and by which action, if any. */
  findKept(workspaceId: string, fileId: string): Promise<{ version: string; actionId: string } | undefined>;
  put(source: NewSource): Promise<void>;
}
