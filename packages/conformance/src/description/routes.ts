// The operations of a description -> those that a path belongs to, the most exact ones first.
import type { Operation } from "waybill/description";

interface Route {
  readonly operation: Operation;
  readonly pattern: RegExp;
  /** A digit for each segment: `2` literal, `1` with a parameter in it, `0` a parameter alone. */
  readonly rank: string;
}

/** The path is without the server's own part and without the query; its percent-encoding makes no difference. */
export function routesOf(operations: readonly Operation[]): (path: string) => readonly Operation[] {
  const routes = operations.map(routeOf).sort((a, b) => (a.rank < b.rank ? 1 : a.rank > b.rank ? -1 : 0));
  return (path) => {
    const plain = decoded(path);
    return routes.filter(({ pattern }) => pattern.test(plain)).map(({ operation }) => operation);
  };
}

function routeOf(operation: Operation): Route {
  const { segments } = operation.path;
  const parts = segments.map((part) => (part.kind === "literal" ? escaped(decoded(part.text)) : "[^/]+"));
  const marked = segments.map((part) => (part.kind === "literal" ? part.text : "\0")).join("");
  return { operation, pattern: new RegExp(`^${parts.join("")}$`, "u"), rank: marked.split("/").map(rankOf).join("") };
}

/** `/orders/list` before `/orders/{id}`, and that before `/{kind}/list`: from the left, as routers choose. */
function rankOf(segment: string): string {
  if (!segment.includes("\0")) return "2";
  return segment === "\0" ? "0" : "1";
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** A slash that is encoded is part of a segment, and stays so. */
function decoded(path: string): string {
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes).replaceAll("/", "%2F");
    } catch {
      return bytes;
    }
  });
}
