// The objects of OpenAPI and AsyncAPI, as far as a walk needs them: which field holds which object. Any other field is a value.

/** `X`: an object; `[X]`: a list of them; `{X}`: a map of them; `{}`: a map of values. */
type Fields = Readonly<Record<string, string>>;

const schema: Fields = {
  ...Object.fromEntries(
    "items additionalProperties not if then else contains propertyNames unevaluatedProperties unevaluatedItems contentSchema"
      .split(" ")
      .map((field) => [field, "Schema"]),
  ),
  ...Object.fromEntries("allOf anyOf oneOf prefixItems".split(" ").map((field) => [field, "[Schema]"])),
  ...Object.fromEntries("properties patternProperties dependentSchemas".split(" ").map((field) => [field, "{Schema}"])),
  discriminator: "Discriminator",
  externalDocs: "ExternalDocs",
  xml: "XML",
  // A schema in a stated format.
  schema: "Schema",
};

const parameter: Fields = { schema: "Schema", content: "{MediaType}", examples: "{Example}" };

const shared: Readonly<Record<string, Fields>> = {
  Info: { contact: "Contact", license: "License", tags: "[Tag]", externalDocs: "ExternalDocs" },
  Schema: schema,
  Discriminator: { mapping: "{}" },
  Tag: { externalDocs: "ExternalDocs" },
  SecurityScheme: { flows: "{Flow}" },
  Flow: { scopes: "{}", availableScopes: "{}" },
  ServerVariable: { enum: "[]", examples: "[]" },
};

export const openApiTypes: Readonly<Record<string, Fields>> = {
  ...shared,
  Document: {
    info: "Info",
    servers: "[Server]",
    paths: "{PathItem}",
    webhooks: "{PathItem}",
    components: "Components",
    security: "[Requirement]",
    tags: "[Tag]",
    externalDocs: "ExternalDocs",
  },
  // What operations refer to is reached from there.
  Components: { securitySchemes: "{SecurityScheme}" },
  Server: { variables: "{ServerVariable}" },
  PathItem: {
    ...Object.fromEntries(
      "get put post delete options head patch trace query".split(" ").map((method) => [method, "Operation"]),
    ),
    additionalOperations: "{Operation}",
    parameters: "[Parameter]",
    servers: "[Server]",
  },
  Operation: {
    tags: "[]",
    parameters: "[Parameter]",
    requestBody: "RequestBody",
    responses: "{Response}",
    callbacks: "{Callback}",
    security: "[Requirement]",
    servers: "[Server]",
    externalDocs: "ExternalDocs",
  },
  Callback: { "*": "PathItem" },
  Requirement: { "*": "[]" },
  Parameter: parameter,
  Header: parameter,
  RequestBody: { content: "{MediaType}" },
  MediaType: {
    schema: "Schema",
    itemSchema: "Schema",
    examples: "{Example}",
    encoding: "{Encoding}",
  },
  Encoding: { headers: "{Header}" },
  Response: { headers: "{Header}", content: "{MediaType}", links: "{Link}" },
  Link: { server: "Server", parameters: "{}" },
};

const channelTexts = { tags: "[Tag]", externalDocs: "ExternalDocs", bindings: "Bindings" };

const messageFields: Fields = {
  ...channelTexts,
  headers: "Schema",
  payload: "Schema",
  correlationId: "CorrelationId",
  examples: "[MessageExample]",
  traits: "[MessageTrait]",
};

export const asyncApi3Types: Readonly<Record<string, Fields>> = {
  ...shared,
  Document: {
    info: "Info",
    servers: "{Server}",
    channels: "{Channel}",
    operations: "{Operation}",
    components: "Components",
  },
  Components: { securitySchemes: "{SecurityScheme}" },
  Server: { ...channelTexts, variables: "{ServerVariable}", security: "[SecurityScheme]" },
  Channel: { ...channelTexts, messages: "{Message}", servers: "[Server]", parameters: "{ChannelParameter}" },
  ChannelParameter: { enum: "[]", examples: "[]" },
  Operation: {
    ...channelTexts,
    channel: "Channel",
    security: "[SecurityScheme]",
    messages: "[Message]",
    traits: "[OperationTrait]",
    reply: "Reply",
  },
  OperationTrait: { ...channelTexts, security: "[SecurityScheme]" },
  Reply: { address: "ReplyAddress", channel: "Channel", messages: "[Message]" },
  Message: messageFields,
  MessageTrait: messageFields,
  MessageExample: {},
};

export const asyncApi2Types: Readonly<Record<string, Fields>> = {
  ...asyncApi3Types,
  Document: {
    info: "Info",
    servers: "{Server}",
    channels: "{Channel}",
    components: "Components",
    tags: "[Tag]",
    externalDocs: "ExternalDocs",
  },
  Server: { ...channelTexts, variables: "{ServerVariable}", security: "[Requirement]" },
  Channel: {
    bindings: "Bindings",
    servers: "[]",
    parameters: "{ChannelParameter}",
    subscribe: "Operation",
    publish: "Operation",
  },
  ChannelParameter: { schema: "Schema" },
  Operation: { ...channelTexts, security: "[Requirement]", traits: "[OperationTrait]", message: "Message" },
  OperationTrait: { ...channelTexts, security: "[Requirement]" },
  Requirement: { "*": "[]" },
  Message: { ...messageFields, oneOf: "[Message]" },
};
