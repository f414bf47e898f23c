// What is probed: this API, descriptions that have every field of a standard, and the AsyncAPI examples of the corpus.
import { globSync } from "node:fs";
import path from "node:path";
import { openapi30, openapi31 } from "../../../generators/test/read/openapi/everything.ts";
import { corpusPath } from "../../testing/shared-corpus.ts";
import type { ProbedDescription } from "./probe.ts";

const root = path.join(import.meta.dirname, "../../..");

export const ownDescriptions: readonly ProbedDescription[] = [
  { name: "this API, HTTP", openapi: path.join(root, "spec/openapi.yaml") },
  { name: "this API, messages", asyncapi: path.join(root, "spec/asyncapi.yaml") },
];

const documents = path.join(import.meta.dirname, "documents");

export const asyncApiDocuments: readonly ProbedDescription[] = [
  { name: "every field of AsyncAPI 3", asyncapi: path.join(documents, "every-field-3.yaml") },
  { name: "every field of AsyncAPI 2", asyncapi: path.join(documents, "every-field-2.yaml") },
];

export const openApiDocuments: readonly ProbedDescription[] = [
  inMemory("every object of OpenAPI 3.0", openapi30),
  inMemory("every object of OpenAPI 3.1", openapi31),
];

/** Of a file that does not exist. */
function inMemory(name: string, value: unknown): ProbedDescription {
  const openapi = path.join(documents, "in-memory.json");
  return { name, openapi, values: new Map([[openapi, value]]) };
}

/** Those of one file without errors; the others refer to URLs and to files that the corpus does not have. */
export function asyncApiExamples(): ProbedDescription[] {
  const unreadable = ["adeo-kafka-request-reply-asyncapi.yml", "not-asyncapi.yml"];
  return globSync("*.yml", { cwd: corpusPath("asyncapi") })
    .filter((name) => !unreadable.includes(name))
    .sort()
    .map((name) => ({ name, asyncapi: corpusPath("asyncapi", name) }));
}
