import { DecryptionError, type CredentialCipher } from "../../engine/secrets/credential-cipher.ts";
import { isTooShort } from "../../core/mask-secrets.ts";
import type { UpstreamRow } from "../../store/statements/upstreams.ts";
import { maskAddress } from "../../core/mask-arguments.ts";
import type { UpstreamSpec } from "./upstream-spec.ts";

/** Spec of an upstream that an administrator added. It is blocked, and stays offline, if its headers cannot be decrypted. */
export function specOfRow(row: UpstreamRow, seal: CredentialCipher | undefined): UpstreamSpec {
  const {
    workspaceId,
    name,
    transport,
    url,
    allowPrivate,
    trust,
    prefix,
    era,
    enabled,
    sharing,
    maxConnections,
    allowQuestions,
    callSeconds,
    maxResultMebibytes,
    maxTools,
    headerNames,
  } = row;
  const headers = openHeaders(row, seal);
  return {
    workspaceId,
    name,
    origin: "admin",
    target: { transport, url, headers: headers ?? {}, allowPrivate },
    shownTarget: maskAddress(url),
    headerNames,
    secrets: [...Object.values(headers ?? {}), ...new URL(url).searchParams.values()],
    unmasked: Object.keys(headers ?? {}).filter((each) => isTooShort(headers?.[each] ?? "")),
    trust,
    prefix,
    era,
    enabled,
    sharing,
    maxConnections,
    allowQuestions,
    limits: { callSeconds, maxResultMebibytes, maxTools },
    tools: {},
    ...(headers === undefined && {
      blockedBy: "has headers that this server cannot open: their key is lost, or they were changed. Set the headers again.",
    }),
  };
}

function openHeaders(row: UpstreamRow, seal: CredentialCipher | undefined): Record<string, string> | undefined {
  const { workspaceId, name, sealedHeaders, keyId } = row;
  if (sealedHeaders === null) return {};
  if (keyId === null || !seal) return undefined;
  try {
    return seal.decrypt({ sealed: sealedHeaders, keyId }, { workspaceId, upstream: name }) as Record<string, string>;
  } catch (error) {
    if (error instanceof DecryptionError) return undefined;
    throw error;
  }
}
