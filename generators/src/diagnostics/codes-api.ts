// Codes for OpenAPI and AsyncAPI documents and for the names made from them.
import { quote, suggestion, type Table } from "./code.ts";

/** What the wording of each code needs. */
export interface ApiArgs {
  readonly "not-a-description": { expected: "openapi" | "asyncapi"; found: "swagger" | "openapi" | "asyncapi" | null };
  readonly "unsupported-version": { standard: string; version: string; advice: string };
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
  readonly "unknown-security-scheme": { name: string; near: string | undefined };
  readonly "invalid-status": { status: string };
  readonly "invalid-media-type": { mediaType: string };
  readonly "unsupported-feature": { feature: string; reason: string };
  readonly "name-clash": { name: string; what: string; other: string };
  readonly "spelled-name": { what: string; name: string; expected: string; other: string | null };
  readonly "message-without-payload": { message: string };
  readonly "channel-not-found": { ref: string; near: string | undefined };
  readonly "message-not-in-channel": { ref: string; channel: string };
  readonly "conflicting-schema-name": { name: string };
}

const articled = { openapi: "an OpenAPI", asyncapi: "an AsyncAPI", swagger: "a Swagger 2.0" } as const;

export const apiCodes: Table<ApiArgs> = {
  "not-a-description": {
    severity: "error",
    message: ({ expected }) => `this file has no "${expected}" field, so it is not ${articled[expected]} description`,
    hint: ({ expected, found }) => {
      if (found === "swagger") return "this is a Swagger 2.0 description; convert it to OpenAPI 3.1 first";
      if (found !== null) return `this is ${articled[found]} description: pass it as --${found}`;
      return `the first line of a description is "${expected}: ${expected === "openapi" ? "3.1.1" : "3.0.0"}"`;
    },
    cause: "The entry document does not say which standard it follows, or follows another one.",
    fix: "Name the right file, or add the version field.",
  },
  "unsupported-version": {
    severity: "error",
    message: ({ standard, version }) => `${standard} ${version} is not supported`,
    hint: ({ advice }) => advice,
    cause: "The document follows a version of the standard that differs in ways the reader does not know.",
    fix: "Convert the description to a supported version: OpenAPI 3.0, 3.1, 3.2, or AsyncAPI 2.0 to 2.6, 3. Versions have three parts.",
  },
  "missing-field": {
    severity: "error",
    message: ({ object, field }) => `${object} has no ${quote(field)}`,
    hint: ({ field }) => `add ${quote(field)}; the standard requires it here`,
    tolerated: "the field is empty",
    cause: "The standard requires the field.",
    fix: "Add the field.",
  },
  "unknown-field": {
    severity: "error",
    message: ({ object, field }) => `${quote(field)} is not a field of ${object}`,
    hint: ({ near }) => suggestion(near, "remove it, or give it a name that starts with x-"),
    tolerated: "the field is ignored, as if it were not there",
    cause: "The standard does not know the field, so every tool ignores what it says.",
    fix: "Correct the spelling; your own additions start with `x-`.",
  },
  "path-parameter-undeclared": {
    severity: "error",
    message: ({ name, path }) =>
      `the path ${quote(path)} has {${name}}, but no path parameter of that name is declared`,
    hint: ({ name }) => `add a parameter { name: ${name}, in: path, required: true } to the operation or the path item`,
    tolerated: "the parameter is a required string",
    cause: "Every template expression of a path needs a parameter that describes it.",
    fix: "Declare the parameter, or take the expression out of the path.",
  },
  "path-parameter-unused": {
    severity: "error",
    message: ({ name, path }) => `the path parameter ${quote(name)} does not occur in ${quote(path)}`,
    hint: ({ name, near }) => suggestion(near, `write {${name}} into the path, or remove the parameter`),
    tolerated: "the parameter is left out",
    cause: "A parameter with `in: path` names no template expression of its path, so its value could never be sent.",
    fix: "Make the two names the same.",
  },
  "channel-parameter-undeclared": {
    severity: "error",
    message: ({ name, address }) =>
      `the address ${quote(address)} has {${name}}, but the channel has no parameter of that name`,
    hint: ({ name }) => `add ${quote(name)} to the channel's parameters`,
    tolerated: "the parameter is any string",
    cause: "Every expression of a channel's address needs a parameter that describes it.",
    fix: "Declare the parameter, or take the expression out of the address.",
  },
  "channel-parameter-unused": {
    severity: "error",
    message: ({ name, address }) =>
      `the channel parameter ${quote(name)} does not occur in the address ${quote(address)}`,
    hint: ({ name, near }) => suggestion(near, `write {${name}} into the address, or remove the parameter`),
    tolerated: "the parameter is left out",
    cause: "A channel parameter names no expression of the channel's address, so it says nothing.",
    fix: "Make the two names the same.",
  },
  "undefined-server-variable": {
    severity: "error",
    message: ({ name }) => `the server's url has {${name}}, but the server has no variable of that name`,
    hint: ({ name, near }) => suggestion(near, `add ${quote(name)} to the server's variables, with a default`),
    cause: "Every expression of a server's url needs a variable with a default value.",
    fix: "Declare the variable, or take the expression out of the url.",
  },
  "malformed-path": {
    severity: "error",
    message: ({ path, reason }) => `the path ${quote(path)} is malformed: ${reason}`,
    hint: () => "a path starts with / and its expressions are written {name}",
    tolerated: "its query is sent with each request, its fragment never; an expression that stands twice has one value",
    cause:
      "The path template is not literal text and expressions alone. A query or a fragment behind it is read as what its author must have meant when that is tolerated; braces that do not match are not.",
    fix: "Correct the path.",
  },
  "ambiguous-path": {
    severity: "error",
    message: ({ path, other }) => `the path ${quote(path)} matches the same requests as ${quote(other)}`,
    hint: () => "paths that differ only in the names of their parameters are one path: merge them",
    tolerated: "a request that matches both paths belongs to the one that stands first",
    cause: "Two templates with the same shape and different parameter names cannot be told apart.",
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
    hint: () => "parameters are told apart by name and place together (header names whatever their case)",
    tolerated: "the first of the two counts",
    cause: "A list of parameters holds two with the same name and place.",
    fix: "Remove one of them.",
  },
  "duplicate-value": {
    severity: "error",
    message: ({ what, value }) => `${what} ${quote(value)} is given twice`,
    hint: () => "remove one of the two",
    tolerated: "the first of the two counts",
    cause: "A list that must be unique holds the same value twice.",
    fix: "Remove one of the two.",
  },
  "conflicting-fields": {
    severity: "error",
    message: ({ object, first, second }) =>
      `${object} has both ${quote(first)} and ${quote(second)}, which exclude each other`,
    hint: ({ first, second }) => `keep ${quote(first)} or ${quote(second)}`,
    cause: "The standard allows one of the two fields, because together they would say two things about one value.",
    fix: "Remove the field that is wrong.",
  },
  "no-effect": {
    severity: "warning",
    message: ({ what, reason }) => `${what} has no effect: ${reason}`,
    hint: ({ advice }) => advice,
    cause: "The standard says that this is ignored where it stands, so it does not do what its author meant.",
    fix: "Move it to where it counts, or remove it.",
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
  "unknown-security-scheme": {
    severity: "error",
    message: ({ name }) => `there is no security scheme ${quote(name)}`,
    hint: ({ near }) => suggestion(near, "describe it under components.securitySchemes"),
    cause: "A security requirement names a scheme that `components.securitySchemes` does not describe.",
    fix: "Correct the name, or describe the scheme.",
  },
  "invalid-status": {
    severity: "error",
    message: ({ status }) => `${quote(status)} is not a response status`,
    hint: () => 'use three digits such as "200", a range such as "4XX", or default',
    cause: "The keys of `responses` are statuses.",
    fix: "Correct the key.",
  },
  "invalid-media-type": {
    severity: "error",
    message: ({ mediaType }) => `${quote(mediaType)} is not a media type`,
    hint: () => "a media type is type/subtype, for example application/json",
    tolerated:
      "the media types that it lists count, * for all of them; where it lists none, it is left out, or stands for bytes of any type when nothing else is there",
    cause: "The keys of `content` are media types or media type ranges (RFC 9110).",
    fix: "Correct the key.",
  },
  "unsupported-feature": {
    severity: "error",
    message: ({ feature, reason }) => `${feature} is not supported: ${reason}`,
    hint: () => "describe it another way or take it out; leaving it out silently would change what the API says",
    cause: "The description uses a part of the standard the generated code could not keep exactly.",
    fix: "Describe it another way, or leave the operation out.",
  },
  "name-clash": {
    severity: "error",
    message: ({ name, what, other }) =>
      `${what} and ${other} would both be called ${quote(name)} in the generated code`,
    hint: () => "rename one of them; names are compared after they are turned into TypeScript identifiers",
    cause:
      "Two things of the description differ in nothing that an identifier can show, the spelling of both included.",
    fix: "Rename one of them in the description.",
  },
  "spelled-name": {
    severity: "warning",
    message: ({ what, name, expected, other }) =>
      `${what} is called ${quote(name)} in the generated code: ${whyOf(name, expected, other)}`,
    hint: () => "nothing has to be done; a name that differs in more than case and punctuation would be easier to read",
    cause:
      "The name that one would expect stands for something else too, or no identifier can be made of it. A schema or message then keeps the description's own spelling, with words for what an identifier cannot hold (`order_dash_line`); an operation is called after its method and path. Who is spelled just like the expected name keeps it.",
    fix: "Use the name that the message says, or rename one of the two in the description.",
  },
  "message-without-payload": {
    severity: "warning",
    message: ({ message }) => `the message ${quote(message)} has no payload: it may carry anything`,
    hint: () =>
      'add a payload schema; for a message whose body may be anything write `payload: true`, for none `payload: { type: "null" }`',
    cause:
      "The standard lets a message say nothing about its payload. The generated type is then `unknown`, and every value is valid.",
    fix: "Describe the payload, or write `payload: true` to say that it is meant.",
  },
  "channel-not-found": {
    severity: "error",
    message: ({ ref }) => `the channel ${quote(ref)} does not exist`,
    hint: ({ near }) => suggestion(near, 'an operation names its channel as { $ref: "#/channels/<key>" }'),
    cause: "An AsyncAPI operation or reply refers to a channel the document does not have.",
    fix: "Correct the reference, or add the channel.",
  },
  "message-not-in-channel": {
    severity: "error",
    message: ({ ref, channel }) => `the message ${quote(ref)} is not one of the channel ${quote(channel)}`,
    hint: () => 'refer to the channel\'s own entry: { $ref: "#/channels/<channel>/messages/<key>" }',
    cause: "The messages of an operation must be a subset of its channel's messages.",
    fix: "List the message in the channel and refer to it there.",
  },
  "conflicting-schema-name": {
    severity: "error",
    message: ({ name }) => `the two descriptions each have a schema of their own called ${quote(name)}`,
    hint: () => "put the shared schema into one file and refer to it from both, or rename one",
    cause:
      "A name stands for one thing. The OpenAPI and the AsyncAPI description use the same name for schemas that differ. Copies that say the same, to the last word, are one schema.",
    fix: "Share one file between the two descriptions, or rename one schema.",
  },
};

function whyOf(name: string, expected: string, other: string | null): string {
  if (expected === "") return "no identifier can be made from its own name";
  if (name === expected) return `it differs in case alone from what ${other ?? "something else"} is called`;
  return `${quote(expected)} could also be ${other ?? "something else"}`;
}
