// An OpenAPI file, with the files it refers to -> declarations printed by openapi-typescript.
import { pathToFileURL } from "node:url";

/** Throws an error that names the document and the reason. Remote references have been refused by the reader: offline. */
export async function printPaths(openapiPath: string): Promise<string> {
  // Imported here: it brings TypeScript 5 with it, which runs without this target need not load.
  const { default: openapiTS, astToString } = await import("openapi-typescript");
  try {
    const nodes = await openapiTS(pathToFileURL(openapiPath), {
      silent: true,
      // A member with a default may still be left out of a request.
      defaultNonNullable: false,
      // `type: object` alone has members nobody described, not none.
      emptyObjectsUnknown: true,
    });
    return halveIndentation(astToString(nodes));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`openapi-typescript could not read ${openapiPath}: ${reason}`, { cause: error });
  }
}

/** Its printer indents by four spaces, generated code by two. */
function halveIndentation(text: string): string {
  return text.replace(/^(?: {4})+/gm, (indentation) => " ".repeat(indentation.length / 2));
}
