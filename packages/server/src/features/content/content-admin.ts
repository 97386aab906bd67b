import type {
  ChangeElement,
  ContentElement,
  ContentExport,
  CreateElement,
  ElementKind,
  ElementPage,
  ElementRevision,
  FolderRight,
  StoredType,
  WriteType,
} from "@countersign/protocol";
import type { Principal } from "../../core/principal.ts";
import type { Result } from "../../core/refusal.ts";

export interface ElementQuery {
  kind: ElementKind;
  folder?: string;
  type?: string;
  tag?: string;
  q?: string;
  limit?: number;
  cursor?: string;
}

export interface UploadedFile {
  path: string;
  mediaType: string;
  bytes: Buffer;
}

/** What people may see and do with content; agents use their tools instead. */
export interface ContentAdmin {
  types(by: Principal): Promise<Result<StoredType[]>>;
  /** Creates the type or replaces its fields. Existing values stay unchanged. */
  writeType(by: Principal, kind: ElementKind, name: string, type: WriteType): Promise<Result<StoredType>>;
  elements(by: Principal, query: ElementQuery): Promise<Result<ElementPage>>;
  element(by: Principal, id: string): Promise<Result<ContentElement>>;
  /** Newest first. */
  revisions(by: Principal, id: string): Promise<Result<ElementRevision[]>>;
  create(by: Principal, element: CreateElement): Promise<Result<ContentElement>>;
  change(by: Principal, id: string, change: ChangeElement): Promise<Result<ContentElement>>;
  upload(by: Principal, file: UploadedFile): Promise<Result<ContentElement>>;
  /** Returns the file of an asset that the caller may view. */
  file(by: Principal, hash: string): Promise<Result<{ bytes: Buffer; mediaType: string }>>;
  rights(by: Principal): Promise<Result<FolderRight[]>>;
  /** Replaces all folder rights. */
  writeRights(by: Principal, rights: readonly FolderRight[], confirm?: boolean): Promise<Result<FolderRight[]>>;
  export(by: Principal): Promise<Result<ContentExport>>;
  /** Imports everything or nothing; refused if an id or a path is taken. */
  import(by: Principal, content: ContentExport): Promise<Result<{ elements: number }>>;
  /** Loads a sample catalogue into an empty store. */
  loadSample(by: Principal): Promise<Result<{ elements: number }>>;
  /**
   * Returns HTML for a sandboxed frame: a document, or the output of a template over its sample data or over the current fields
   * of the element `over`, which the caller must be allowed to view.
   */
  page(by: Principal, id: string, over?: string): Promise<Result<string>>;
  /** Like `page`, for one side of a proposal. Changes nothing about the proposal. */
  proposalPage(by: Principal, actionId: string, side: "current" | "proposed", over?: string): Promise<Result<string>>;
}
