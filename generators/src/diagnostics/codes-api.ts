// Codes for OpenAPI and AsyncAPI documents, for the names derived from them, and for what a configuration says of their operations.
import { quote, suggestion, type Table } from "./code.ts";

/** What the wording of each code needs. */
export interface ApiArgs {
  readonly "not-a-description": {
    expected: "openapi" | "asyncapi";
    found: "swagger" | "openapi" | "asyncapi" | null;
    /** On a document of another format. */
    advice: string | null;
  };
  readonly "unsupported-version": { standard: string; version: string; advice: string };
  readonly "incomplete-version": { standard: string; version: string; field: string; whole: string };
  readonly "missing-field": { object: string; field: string };
  readonly "unknown-field": { object: string; field: string; near: string | undefined };
  readonly "path-parameter-undeclared": { name: string; path: string };
  readonly "path-parameter-unused": { name: string; path: string; near: string | undefined };
  readonly "channel-parameter-undeclared": { name: string; address: string };
  readonly "channel-parameter-unused": { name: string; address: string; near: string | undefined };
  readonly "undefined-server-variable": { name: string; near: string | undefined };
  readonly "malformed-path": { path: string; reason: string };
  readonly "ambiguous-path": { path: string; other: string };
  readonly "duplicate-operation-id": { id: string };
  readonly "duplicate-parameter": { name: string; in: string };
  readonly "duplicate-value": { what: string; value: string };
  readonly "conflicting-fields": { object: string; first: string; second: string };
  readonly "no-effect": { what: string; reason: string; advice: string };
  readonly "operation-not-found": { id: string; near: string | undefined };
  readonly "tag-parent": {
    name: string;
    parent: string;
    near: string | undefined;
    /** From the tag up to itself. */
    circle: readonly string[] | null;
  };
  readonly "unknown-security-scheme": { name: string; near: string | undefined };
  readonly "invalid-status": { status: string };
  readonly "invalid-media-type": { mediaType: string };
  readonly "unsupported-feature": { feature: string; reason: string; advice?: string | undefined };
  readonly "name-clash": { name: string; what: string; other: string };
  readonly "spelled-name": { what: string; name: string; expected: string; other: string | null };
  readonly "framework-ids": { count: number; kind: "suffix" | "hash"; id: string; name: string };
  readonly "message-without-payload": { message: string };
  readonly "channel-not-found": { ref: string; near: string | undefined };
  readonly "message-not-in-channel": { ref: string; channel: string };
  readonly "conflicting-schema-name": { name: string };
  readonly "unmatched-filter": {
    api: string;
    /** `null` where all of them together leave nothing. */
    at: string | null;
    text: string;
    near: string | undefined;
    known: readonly string[];
  };
  readonly "pagination-mismatch": { source: string; operation: string; reason: string; hint: string };
  readonly "invalid-name": { hook: string; what: string; name: string; reason: string };
  readonly "no-sample": { operation: string; reason: string };
  readonly "body-not-sent": { method: string; path: string };
}

const articled = { openapi: "an OpenAPI", asyncapi: "an AsyncAPI", swagger: "a Swagger" } as const;

export const apiCodes: Table<ApiArgs> = {
  "not-a-description": {
    severity: "error",
    message: ({ expected }) => `this file has no "${expected}" field, so it is not ${articled[expected]} description`,
    hint: ({ expected, found, advice }) => {
      if (found === "swagger") return "this is a Swagger description: pass it as --openapi";
      if (found !== null) return `this is ${articled[found]} description: pass it as --${found}`;
      return (
        advice ?? `the first line of a description is "${expected}: ${expected === "openapi" ? "3.1.1" : "3.0.0"}"`
      );
    },
    cause: "The entry document does not declare its standard, or follows another one.",
    fix: "Pass the right file, or add the version field.",
  },
  "unsupported-version": {
    severity: "error",
    message: ({ standard, version }) => `${standard} ${version} is not supported`,
    hint: ({ advice }) => advice,
    cause: "The document follows an unsupported version of the standard.",
    fix: "Convert the document to a supported version: OpenAPI 3.0 to 3.2, AsyncAPI 2.0 to 2.6 or 3.x, Overlay 1.0 or 1.1. Swagger 2.0 is converted for you.",
  },
  "incomplete-version": {
    severity: "error",
    message: ({ standard, version }) => `${standard} ${version} is the start of a version`,
    hint: ({ field, whole }) => `a version has three parts: write "${field}: ${whole}"`,
    tolerated: "it is read as the whole version",
    cause:
      "The version of the standard has two parts, or is a number in YAML. The standards require three parts, as text.",
    fix: "Write all three parts, such as `3.1.1`.",
  },
  "missing-field": {
    severity: "error",
    message: ({ object, field }) => `${object} has no ${quote(field)}`,
    hint: ({ field }) => `add ${quote(field)}, which is required here`,
    tolerated: "the field is empty",
    cause: "The standard requires the field.",
    fix: "Add the field.",
  },
  "unknown-field": {
    severity: "error",
    message: ({ object, field }) => `${quote(field)} is not a field of ${object}`,
    hint: ({ near }) => suggestion(near, "remove it, or give it a name that starts with x-"),
    tolerated: "the field is ignored",
    cause: "The standard does not define the field, so every tool ignores it.",
    fix: "Correct the spelling; your own additions start with `x-`.",
  },
  "path-parameter-undeclared": {
    severity: "error",
    message: ({ name, path }) =>
      `the path ${quote(path)} has {${name}}, but no path parameter of that name is declared`,
    hint: ({ name }) => `add a parameter { name: ${name}, in: path, required: true } to the operation or the path item`,
    tolerated: "the parameter is a required string",
    cause: "Every template expression of a path requires a parameter.",
    fix: "Declare the parameter, or take the expression out of the path.",
  },
  "path-parameter-unused": {
    severity: "error",
    message: ({ name, path }) => `the path parameter ${quote(name)} does not occur in ${quote(path)}`,
    hint: ({ name, near }) => suggestion(near, `write {${name}} into the path, or remove the parameter`),
    tolerated: "the parameter is ignored",
    cause:
      "A parameter with `in: path` has the name of no template expression in its path, so its value could never be sent.",
    fix: "Make the two names the same.",
  },
  "channel-parameter-undeclared": {
    severity: "error",
    message: ({ name, address }) =>
      `the address ${quote(address)} has {${name}}, but the channel has no parameter of that name`,
    hint: ({ name }) => `add ${quote(name)} to the channel's parameters`,
    tolerated: "the parameter is any string",
    stops: ["deliveries"],
    cause: "Every expression of a channel's address requires a parameter.",
    fix: "Declare the parameter, or take the expression out of the address.",
  },
  "channel-parameter-unused": {
    severity: "error",
    message: ({ name, address }) =>
      `the channel parameter ${quote(name)} does not occur in the address ${quote(address)}`,
    hint: ({ name, near }) => suggestion(near, `write {${name}} into the address, or remove the parameter`),
    tolerated: "the parameter is ignored",
    stops: ["deliveries"],
    cause: "A channel parameter has the name of no expression in the channel's address, so it has no effect.",
    fix: "Make the two names the same.",
  },
  "undefined-server-variable": {
    severity: "error",
    message: ({ name }) => `the server's url has {${name}}, but the server has no variable of that name`,
    hint: ({ name, near }) => suggestion(near, `add ${quote(name)} to the server's variables, with a default`),
    tolerated: "the variable has no default, so clients must be given its value",
    stops: ["calls"],
    cause: "Every expression of a server's url requires a variable with a default value.",
    fix: "Declare the variable, or take the expression out of the url.",
  },
  "malformed-path": {
    severity: "error",
    message: ({ path, reason }) => `the path ${quote(path)} is malformed: ${reason}`,
    hint: () =>
      "write a path that starts with /, has no query or fragment, and names each expression once: /orders/{id}",
    tolerated: "its query is sent with each request, its fragment never; a repeated expression has one value",
    cause:
      "A path template consists of literal text and expressions. If tolerated, a query or a fragment after it gets its obvious meaning; unbalanced braces cannot be tolerated.",
    fix: "Correct the path.",
  },
  "ambiguous-path": {
    severity: "error",
    message: ({ path, other }) => `the path ${quote(path)} matches the same requests as ${quote(other)}`,
    hint: () => "paths that differ only in the names of their parameters are one path: merge them",
    tolerated: "a request that matches both paths belongs to the first one",
    stops: ["serving"],
    cause: "A request cannot distinguish two templates of the same shape with different parameter names.",
    fix: "Merge the two path items.",
  },
  "duplicate-operation-id": {
    severity: "error",
    message: ({ id }) => `the operationId ${quote(id)} is used twice`,
    hint: () => "give each operation its own id; generated functions are named after it",
    tolerated: "this operation is named by its method and path",
    cause: "An operationId must be unique in a description; links and generated code refer to it.",
    fix: "Rename one of the operations.",
  },
  "duplicate-parameter": {
    severity: "error",
    message: ({ name, in: place }) => `the ${place} parameter ${quote(name)} is declared twice`,
    hint: () => "remove one of the two: name and location must be unique together (header names ignore case)",
    tolerated: "the first of the two is used",
    cause: "A list of parameters contains two with the same name and location.",
    fix: "Remove one of them.",
  },
  "duplicate-value": {
    severity: "error",
    alsoWarns: true,
    message: ({ what, value }) => `${what} ${quote(value)} is given twice`,
    hint: () => "remove one of the two",
    tolerated: "the first of the two is used",
    cause: "A list that must be unique contains a value twice.",
    fix: "Remove one of the two.",
  },
  "conflicting-fields": {
    severity: "error",
    message: ({ object, first, second }) =>
      `${object} has both ${quote(first)} and ${quote(second)}, which cannot be used together`,
    hint: ({ first, second }) => `keep ${quote(first)} or ${quote(second)}`,
    confined: true,
    cause: "The standard allows only one of the two fields, because together they could contradict each other.",
    fix: "Remove the field that is wrong.",
  },
  "no-effect": {
    severity: "warning",
    message: ({ what, reason }) => `${what} has no effect: ${reason}`,
    hint: ({ advice }) => advice,
    cause: "The standard ignores this at its place, so it does not have the intended effect.",
    fix: "Move it to a place where it has an effect, or remove it.",
  },
  "operation-not-found": {
    severity: "warning",
    message: ({ id }) => `no operation has the operationId ${quote(id)}`,
    hint: ({ near }) =>
      suggestion(near, "a link names its target by operationId, or by operationRef with a reference to the operation"),
    cause:
      "A link names an operation the description does not have, so readers cannot follow it. No generated code depends on links.",
    fix: "Correct the operationId of the link.",
  },
  "tag-parent": {
    severity: "error",
    message: ({ name, parent, circle }) =>
      circle === null
        ? `the parent of the tag ${quote(name)} is ${quote(parent)}, which is not a tag`
        : `the tag ${quote(name)} is below itself: ${circle.map(quote).join(" below ")}`,
    hint: ({ near, circle }) =>
      circle === null ? suggestion(near, "add it to tags, or remove the parent") : "remove one of these parents",
    tolerated: "the tag has no parent",
    stops: [],
    cause:
      "The `parent` of a tag (OpenAPI 3.2) must be the name of another tag of the description, and no tag may be its own ancestor.",
    fix: "Correct the parent, or define it.",
  },
  "unknown-security-scheme": {
    severity: "error",
    message: ({ name }) => `the security scheme ${quote(name)} is not defined`,
    hint: ({ near }) => suggestion(near, "define it under components.securitySchemes"),
    tolerated: "clients add no credentials for the scheme, and servers accept none",
    stops: ["serving", "calls"],
    cause: "A security requirement names a scheme that is not defined under `components.securitySchemes`.",
    fix: "Correct the name, or define the scheme.",
  },
  "invalid-status": {
    severity: "error",
    message: ({ status }) => `${quote(status)} is not a response status`,
    hint: () => 'use three digits such as "200", a range such as "4XX", or default',
    tolerated: "the response is ignored",
    cause: "The keys of `responses` are statuses.",
    fix: "Correct the key.",
  },
  "invalid-media-type": {
    severity: "error",
    message: ({ mediaType }) => `${quote(mediaType)} is not a media type`,
    hint: () => "a media type is type/subtype, for example application/json",
    tolerated:
      "the media types that it lists are used, * for all of them; an entry that lists none is ignored, or means bytes of any type when it is the only one",
    cause: "The keys of `content` are media types or media type ranges (RFC 9110).",
    fix: "Correct the key.",
  },
  "unsupported-feature": {
    severity: "error",
    alsoWarns: true,
    message: ({ feature, reason }) => `${feature} is not supported: ${reason}`,
    hint: ({ advice }) => advice ?? "describe it another way or remove it; ignoring it silently would change the API",
    confined: true,
    cause: "The description uses a feature that the generated code could not implement exactly.",
    fix: "Describe it another way, or leave the operation out.",
  },
  "name-clash": {
    severity: "error",
    message: ({ name, what, other }) =>
      `${what} and ${other} would both be called ${quote(name)} in the generated code`,
    hint: () => "rename one of them; names are compared after they are turned into TypeScript identifiers",
    tolerated: "the second of the two gets an underscore at the end of its name",
    cause: "Two names of the description become the same identifier, even with the description's own spelling.",
    fix: "Rename one of them in the description.",
  },
  "spelled-name": {
    severity: "warning",
    message: ({ what, name, expected, other }) =>
      `${what} is called ${quote(name)} in the generated code: ${whyOf(name, expected, other)}`,
    hint: () => "no action is required; a name that differs in more than case and punctuation would be easier to read",
    cause:
      "The expected name is also the name of something else, or is not an identifier. A schema or message then keeps the description's own spelling, with words for characters that identifiers cannot contain (`order_dash_line`); an operation is named after its method and path. The one that is spelled exactly like the expected name keeps it.",
    fix: "Use the name in the message, or rename one of the two in the description.",
  },
  "framework-ids": {
    severity: "warning",
    message: ({ count, kind, id, name }) => {
      const [ids, are, end] =
        count === 1 ? ["1 operationId", "is a hash", "ends"] : [`${count} operationIds`, "are hashes", "end"];
      return kind === "hash"
        ? `${ids} ${are}: the generated code is named after method and path, as in ${name} for ${quote(id)}`
        : `${ids} ${end} in path and method, which FastAPI adds: the generated code leaves them out, as in ${name} for ${quote(id)}`;
    },
    hint: () => "to choose other names, or to keep the ids, set names.operation in a configuration",
    cause:
      "Some frameworks make an `operationId` of the method and the path where the author gave none: FastAPI adds both to the name of the function, swagger-php (l5-swagger) writes a hash. A method of that name would be hard to read, and would be renamed whenever the path changes.",
    fix: "Nothing has to be done. `names.operation` of a configuration receives the `operationId` and decides the name; with it, this warning is gone.",
  },
  "message-without-payload": {
    severity: "warning",
    message: ({ message }) => `the message ${quote(message)} has no payload schema: any value is valid`,
    hint: () =>
      'add a payload schema; for a message with any body write `payload: true`, for none `payload: { type: "null" }`',
    cause:
      "The standard allows a message without a payload schema. The generated type is then `unknown`, and every value is valid.",
    fix: "Describe the payload, or write `payload: true` if you intend this.",
  },
  "channel-not-found": {
    severity: "error",
    message: ({ ref }) => `the channel ${quote(ref)} does not exist`,
    hint: ({ near }) => suggestion(near, 'an operation names its channel as { $ref: "#/channels/<key>" }'),
    confined: true,
    cause: "An AsyncAPI operation or reply refers to a channel the document does not have.",
    fix: "Correct the reference, or add the channel.",
  },
  "message-not-in-channel": {
    severity: "error",
    message: ({ ref, channel }) => `the channel ${quote(channel)} does not list the message ${quote(ref)}`,
    hint: () => 'refer to the channel\'s own entry: { $ref: "#/channels/<channel>/messages/<key>" }',
    confined: true,
    cause: "The messages of an operation must be a subset of its channel's messages.",
    fix: "List the message in the channel and refer to it there.",
  },
  "conflicting-schema-name": {
    severity: "error",
    message: ({ name }) => `the two descriptions each have a schema of their own called ${quote(name)}`,
    hint: () => "put the shared schema into one file and refer to it from both, or rename one",
    tolerated: "the schema of the AsyncAPI description gets an underscore at the end of its name",
    cause:
      "The OpenAPI and the AsyncAPI description use one name for two different schemas. Identical copies count as one schema.",
    fix: "Share one file between the two descriptions, or rename one schema.",
  },
  "unmatched-filter": {
    severity: "error",
    message: ({ api, at, text }) => {
      if (at === null) return `include and exclude together leave nothing of ${quote(api)}`;
      return text === ""
        ? `${at}: nothing matches all of these conditions`
        : `${at}: nothing in ${quote(api)} matches ${text}`;
    },
    hint: ({ at, text, near, known }) => {
      if (at === null) return "exclude less, or include more";
      if (text === "") return "split it into two entries: a match of either one is enough";
      const some = known.slice(0, 12).join(", ");
      return suggestion(
        near,
        known.length === 0 ? "the description has none" : `available: ${some}${known.length > 12 ? ", …" : ""}`,
      );
    },
    cause:
      "`include`, `exclude` and rules of `pagination` select operations. A selector that matches nothing is a typo, or refers to a removed operation: ignoring it would silently remove code, or bring it back.",
    fix: "Correct or remove the selector. `*` matches any characters but `/`, `**` any characters.",
  },
  "pagination-mismatch": {
    severity: "error",
    message: ({ source, operation, reason }) => `${source} does not fit ${operation}: ${reason}`,
    hint: ({ hint }) => hint,
    stops: ["calls"],
    cause:
      "A rule of the option `pagination`, or an extension of the operation, names parameters and members of the response by which its pages are requested. The operation lacks one of them, so an iterator would end early or never. For an extension, which may be meant for another tool, this is a warning, and the operation gets no iterator.",
    fix: 'Correct the names, or exclude the operation with an earlier rule: `{ operation: "listOrders", none: true }`.',
  },
  "invalid-name": {
    severity: "error",
    message: ({ hook, what, name, reason }) => `names.${hook} returns ${cut(name)} for ${what}: ${reason}`,
    hint: () => "return a unique identifier for each part, and the same one on every call",
    cause:
      "A naming function of the configuration returned a name that is not an identifier, is already taken, or differs between calls.",
    fix: "Return the default name unless you need another one, and derive other names from it or from the location in the description.",
  },
  "no-sample": {
    severity: "warning",
    message: ({ operation, reason }) => `no sample could be generated for ${quote(operation)}: ${reason}`,
    hint: () => "add an `example` next to the schema: the sample uses it if the schema accepts it",
    cause:
      "The sample has no value to send. Samples use the examples of the description; if the schema accepts none of them, a value is derived from the schema. That failed here, for example because of a pattern that no common string matches, or because the value cannot be sent unchanged in this place.",
    fix: "Give the parameter or the body an example that its schema accepts.",
  },
  "body-not-sent": {
    severity: "warning",
    message: ({ method, path }) =>
      `a client cannot send the body of ${method} ${path}: fetch sends no body with ${method}`,
    hint: () => "describe another way to send it: query parameters, or an operation with POST",
    cause:
      "The generated client uses `fetch`, which does not allow a body with GET or HEAD. A call with such a body throws a `TypeError`; without one it works. Only the client is affected: the generated server reads the body.",
    fix: "If the server also accepts these values in another way, describe that: query parameters, POST, or QUERY (OpenAPI 3.2).",
  },
};

function whyOf(name: string, expected: string, other: string | null): string {
  if (expected === "") return "its own name cannot become an identifier";
  if (name === expected) return `it differs only in case from the name of ${other ?? "something else"}`;
  return `${quote(expected)} could also be ${other ?? "something else"}`;
}

function cut(text: string): string {
  return text.length <= 120 ? text : `${text.slice(0, 100)}…`;
}
