// Texts of files -> a description that was opened from them.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  type Description,
  type DescriptionFiles,
  openDescription,
  placeOf,
} from "../../src/description/description.ts";

/** `openapi.yaml` and `asyncapi.yaml` are the entries, when they are there; `*.overlay.yaml` patch them. */
export function opened(
  files: Readonly<Record<string, string>>,
  folder = "described",
  rules: Pick<DescriptionFiles, "nullable" | "discriminators" | "untyped" | "tolerate"> = {},
): Description {
  const top = mkdtempSync(join(tmpdir(), "waybill-"));
  const cwd = join(top, folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  try {
    return openDescription({
      ...rules,
      cwd,
      ...("openapi.yaml" in files ? { openapi: "openapi.yaml" } : {}),
      ...("asyncapi.yaml" in files ? { asyncapi: "asyncapi.yaml" } : {}),
      overlays: Object.keys(files).filter((file) => file.endsWith(".overlay.yaml")),
    });
  } finally {
    // All of it has been read.
    rmSync(top, { recursive: true, force: true });
  }
}

/** YAML or JSON text, or the document as a value. */
export function openText(openapi: string | object, asyncapi?: string | object): Description {
  const textOf = (document: string | object): string =>
    typeof document === "string" ? document : JSON.stringify(document);
  return opened({
    "openapi.yaml": textOf(openapi),
    ...(asyncapi === undefined ? {} : { "asyncapi.yaml": textOf(asyncapi) }),
  });
}

/** A description of these paths and nothing else. */
export function openPaths(paths: object, components: object = {}): Description {
  return openText({ openapi: "3.1.0", info: { title: "Test", version: "1" }, paths, components });
}

export type JsonSchema = boolean | { readonly [keyword: string]: unknown };
export type Schemas = Readonly<Record<string, JsonSchema>>;

/** An OpenAPI document whose only operation returns `It`; the paths object is as JSON text, since YAML is a superset. */
export function openApiOf(schemas: Schemas, version = "3.1.1"): string {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/It" } } };
  const get = { operationId: "getIt", responses: { 200: { description: "It.", content } } };
  return JSON.stringify({
    openapi: version,
    info: { title: "T", version: "1" },
    paths: { "/it": { get } },
    components: { schemas },
  });
}

/** An AsyncAPI document whose only message has this payload. */
export function asyncApiOf(payload: unknown, schemas: Schemas = {}): string {
  const message = { name: "it.happened", contentType: "application/json", payload };
  const $ref = "#/channels/hook";
  return JSON.stringify({
    asyncapi: "3.0.0",
    info: { title: "T", version: "1" },
    channels: { hook: { address: null, messages: { it: message } } },
    operations: { send: { action: "send", channel: { $ref } } },
    components: { schemas },
  });
}

/** What is wrong with a body of the response: `/a must be string`. */
export function errorsOfBody(description: Description, value: unknown): string[] {
  const schema = description.operations[0]?.responses[0]?.content[0]?.schema;
  if (schema === undefined) throw new Error("the description declares no response schema");
  return description.validate(schema.at, value).map(({ pointer, message }) => `${pointer} ${message}`.trim());
}

export function errorsOfPayload(description: Description, value: unknown): string[] {
  const [message] = description.messages;
  if (message === undefined) throw new Error("the description has no message");
  return description
    .validate(message.payload.at, value)
    .map(({ pointer, message: text }) => `${pointer} ${text}`.trim());
}

/** Where the refusals point. */
export function placesOf(description: Description, value: unknown): string[] {
  const schema = description.operations[0]?.responses[0]?.content[0]?.schema;
  if (schema === undefined) throw new Error("the description declares no response schema");
  return description.validate(schema.at, value).map(({ at }) => placeOf(at));
}
