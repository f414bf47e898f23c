// A file -> which kind of description it is.
import { readFileSync, statSync } from "node:fs";

export type Kind = "openapi" | "asyncapi";

/** What the first lines of a document say it is; whether the rest is right is for `generate` to say. */
export function kindOf(file: string): Kind | null {
  if (statSync(file).isDirectory()) return null;
  const text = readFileSync(file, "utf8");
  const [, kind] = /^[\s{\uFEFF]*["']?(openapi|asyncapi|swagger)["']?\s*:\s*["']?[23]\./m.exec(text) ?? [];
  // Minified JSON, in which it need not come first.
  const [, inside = kind] =
    /^\uFEFF?\s*\{.*?[{,]\s*"(openapi|asyncapi|swagger)"\s*:\s*"[23]\./.exec(kind ? "" : text) ?? [];
  // Swagger 2.0 is read as the OpenAPI document that it is converted to.
  return inside === undefined ? null : inside === "asyncapi" ? "asyncapi" : "openapi";
}
