import { createCheckedNetwork } from "./checked-fetch.ts";

const DOCUMENT_MS = 5000;
/** More than any document may have; the reader of the document refuses it then. */
const MOST_BYTES = 16 * 1024;

export interface DocumentReader {
  /** Reads a public document; throws for an address inside the server's network. Follows no redirect. */
  read(url: string): Promise<{ status: number; text: string }>;
  close(): Promise<void>;
}

/** Reads small documents from addresses that strangers name. */
export function createDocumentReader(): DocumentReader {
  const network = createCheckedNetwork();
  const fetch = network.fetch(false, DOCUMENT_MS);
  return {
    async read(url) {
      const answer = await fetch(url, { headers: { accept: "application/json" } });
      const chunks: Uint8Array[] = [];
      let size = 0;
      // Leaving the loop ends the transfer.
      for await (const chunk of answer.body ?? []) {
        chunks.push(chunk);
        size += chunk.byteLength;
        if (size >= MOST_BYTES) break;
      }
      return { status: answer.status, text: Buffer.concat(chunks).toString("utf8") };
    },
    close: network.close,
  };
}
