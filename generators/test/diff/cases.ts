// The case files, one for each file of rules -> what is compared, and the one change that has to be found.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { load } from "js-yaml";
import { z } from "zod";
import type { Json, JsonObject } from "./descriptions.ts";

export const areas = [".", "schema", "http", "messaging"] as const;

type Bump = "major" | "minor" | "patch";

interface Expected {
  /** The rule that has to be found, and no other. */
  readonly finds: string;
  /** Others that have to be found too. */
  readonly also?: readonly string[] | undefined;
  /** Part of the message. */
  readonly says?: string | undefined;
}

interface Both<Part> {
  readonly base: Part;
  readonly revision: Part;
}

/** A schema in a request, a response and an event; in a response by default. */
export interface SchemaCase extends Expected, Both<Json> {
  readonly request: Bump;
  readonly response: Bump;
  readonly event?: Bump | undefined;
}

/** An operation that clients call, and the same as a webhook. */
export interface OperationCase extends Expected {
  readonly called: Bump;
  readonly received: Bump;
  readonly operation: Both<JsonObject>;
}

/** Parts of a document, or documents. */
export interface DocumentCase extends Expected {
  readonly bump: Bump;
  readonly openapi?: Both<JsonObject> | undefined;
  readonly asyncapi?: Both<JsonObject> | undefined;
  readonly documents?: Both<JsonObject> | undefined;
}

export type Case = SchemaCase | OperationCase | DocumentCase;

const json: z.ZodType<Json> = z.json();
const object: z.ZodType<JsonObject> = z.record(z.string(), json);
const bump = z.enum(["major", "minor", "patch"]);
const both = z.strictObject({ base: object, revision: object });
const expected = { finds: z.string(), also: z.array(z.string()).optional(), says: z.string().optional() };

const caseSchema: z.ZodType<Case> = z.union([
  z.strictObject({ ...expected, request: bump, response: bump, event: bump.optional(), base: json, revision: json }),
  z.strictObject({ ...expected, called: bump, received: bump, operation: both }),
  z.strictObject({
    ...expected,
    bump,
    openapi: both.optional(),
    asyncapi: both.optional(),
    documents: both.optional(),
  }),
]);

export interface CaseFile {
  /** `schema/enum` */
  readonly name: string;
  readonly cases: readonly Case[];
}

const folder = path.join(import.meta.dirname, "cases");

export const caseFiles: readonly CaseFile[] = areas.flatMap((area) =>
  readdirSync(path.join(folder, area))
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => ({
      name: `${area}/${path.basename(name, ".yaml")}`,
      cases: z.array(caseSchema).parse(load(readFileSync(path.join(folder, area, name), "utf8"))),
    })),
);
