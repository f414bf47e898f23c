// An OpenAPI file, with the files it refers to -> declarations printed by openapi-typescript.
import { pathToFileURL } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import { TargetFailure } from "waybill/plugin";

/** Throws a TargetFailure with the reason. Remote references have been refused by the reader: offline. */
export async function printPaths(openapiPath: string): Promise<string> {
  try {
    const nodes = await openapiTS(pathToFileURL(openapiPath), {
      silent: true,
      // A member with a default may still be left out of a request.
      defaultNonNullable: false,
      // `type: object` alone has undescribed members, not none.
      emptyObjectsUnknown: true,
    });
    return visible(halveIndentation(astToString(nodes)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new TargetFailure("paths", `openapi-typescript could not read the document: ${reason}`, { cause: error });
  }
}

/** Its printer indents by four spaces, generated code by two. */
function halveIndentation(text: string): string {
  return text.replace(/^(?: {4})+/gm, (indentation) => " ".repeat(indentation.length / 2));
}

/**
 * Spec text as it prints it may hide things: invisible and direction characters, line separators, the comment that names a
 * source map. Written as escapes they mean the same inside a literal and are plain to see inside a comment.
 */
function visible(text: string): string {
  return text
    .replace(/[\p{Cf}\p{Zl}\p{Zp}\u0085]/gu, (character) =>
      Array.from(
        { length: character.length },
        (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
      ).join(""),
    )
    .replaceAll("sourceMappingURL=", "sourceMappingURL\\u003d");
}
