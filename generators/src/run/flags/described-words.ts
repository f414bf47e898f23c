// Words of a command line that name descriptions -> the APIs they describe.
import path from "node:path";
import { Sources } from "../../source/index.ts";
import { type DescriptionFiles, type ReadingOptions, unconfigured } from "../config/description-files.ts";
import type { ForeignSource } from "../config/sources/foreign-source.ts";
import { type Usable, usable } from "../config/usage.ts";
import { located } from "./flagged-documents.ts";

/** Paths, URLs and files of packages; `at` is how messages call what has the words. */
export async function documentsOfWords(
  words: readonly string[],
  { cwd, at }: { readonly cwd: string; readonly at: string },
  { rules, ...reading }: ReadingOptions,
): Promise<Usable<readonly DescriptionFiles[]>> {
  const files: string[] = [];
  const foreign: ForeignSource[] = [];
  for (const word of words) {
    const found = await located(word, { base: cwd, root: cwd, limits: rules.limits, kind: "openapi", at });
    if (!found.ok) return found;
    files.push(found.value.value);
    foreign.push(...found.value.foreign);
  }
  const apis = paired(files);
  return usable(apis.map((documents) => ({ ...unconfigured, ...documents, ...reading, rules: { ...rules, foreign } })));
}

/** One document of each kind is one API; more than one of a kind are APIs of their own. */
function paired(files: readonly string[]): Pick<DescriptionFiles, "openapi" | "asyncapi">[] {
  const isAsync = new Map(files.map((file) => [file, isAsyncApi(file)]));
  const openapi = files.filter((file) => isAsync.get(file) === false);
  const asyncapi = files.filter((file) => isAsync.get(file) === true);
  const [first, second] = [openapi[0], asyncapi[0]];
  if (openapi.length === 1 && asyncapi.length === 1) return [{ openapi: first ?? null, asyncapi: second ?? null }];
  return files.map((file) =>
    isAsync.get(file) === true ? { openapi: null, asyncapi: file } : { openapi: file, asyncapi: null },
  );
}

/** Anything else, unreadable files too, is read as OpenAPI, whose reader reports the problem. */
function isAsyncApi(file: string): boolean {
  const root = new Sources({ cwd: path.dirname(file) }).open(file);
  return root.ok && root.value.has("asyncapi");
}
