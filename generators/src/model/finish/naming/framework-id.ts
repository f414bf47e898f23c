// An operationId that a framework made of the method and the path -> the id that the author gave, or the one that no id would get.
import { type Endpoint, idFrom } from "./operation-id.ts";

export interface FrameworkId {
  /** Who writes such ids: a suffix is FastAPI's, a hash swagger-php's. */
  readonly kind: "suffix" | "hash";
  /** The id to name the operation after. */
  readonly id: string;
}

/** `null` for an id that an author chose. */
export function frameworkIdOf(written: string, endpoint: Endpoint): FrameworkId | null {
  // MD5, SHA-1 and SHA-256 of a method and a path.
  if (/^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/.test(written) && /\d/.test(written))
    return { kind: "hash", id: idFrom(endpoint) };
  const { path, trigger } = endpoint;
  const place = (trigger?.kind === "webhook" ? trigger.key : path.text).replace(/[^\p{L}\p{N}_]/gu, "_");
  // One function may serve several methods, all of them with the id of the first.
  const suffix = methods.map((method) => `${place}_${method}`).find((end) => written.endsWith(end)) ?? "";
  const id = written.slice(0, -suffix.length);
  return /\p{L}/u.test(id) ? { kind: "suffix", id } : null;
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
