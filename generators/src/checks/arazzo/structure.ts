// The version of an Arazzo document -> the JSON Schema of its structure, from the tables of the Arazzo Specification 1.0.1 and 1.1.0.

export type ArazzoVersion = "1.0" | "1.1";

type Schema = Readonly<Record<string, unknown>>;

export function arazzoStructure(version: ArazzoVersion): Schema {
  const isNew = version === "1.1";
  const since11 = (fields: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> => (isNew ? fields : {});
  const selection = isNew
    ? ["simple", "regex", "jsonpath", "xpath", "jsonpointer"]
    : ["simple", "regex", "jsonpath", "xpath"];
  const action = {
    name: text,
    workflowId: text,
    stepId: text,
    criteria: listOf(definition("criterion")),
    ...since11({ parameters: listOf(reusableOr("parameter")) }),
  };
  const definitions = {
    source: object(["name", "url"], {
      name: { type: "string", pattern: "^[A-Za-z0-9_\\-]+$" },
      url: text,
      type: { enum: isNew ? ["openapi", "asyncapi", "arazzo"] : ["openapi", "arazzo"] },
    }),
    workflow: object(["workflowId", "steps"], {
      workflowId: text,
      summary: text,
      description: text,
      inputs: { type: ["object", "boolean"] },
      dependsOn: { ...listOf(text), uniqueItems: true },
      steps: { ...listOf(definition("step")), minItems: 1 },
      successActions: listOf(reusableOr("successAction")),
      failureActions: listOf(reusableOr("failureAction")),
      outputs: definition("outputs"),
      parameters: listOf(reusableOr("parameter")),
    }),
    step: object(["stepId"], {
      stepId: text,
      description: text,
      operationId: text,
      operationPath: text,
      workflowId: text,
      parameters: listOf(reusableOr("parameter")),
      requestBody: object([], {
        contentType: text,
        payload: {},
        replacements: listOf(
          object(["target", "value"], {
            target: text,
            value: {},
            ...since11({ targetSelectorType: kindOr("expressionType", ["jsonpath", "xpath", "jsonpointer"]) }),
          }),
        ),
      }),
      successCriteria: { ...listOf(definition("criterion")), minItems: 1 },
      onSuccess: listOf(reusableOr("successAction")),
      onFailure: listOf(reusableOr("failureAction")),
      outputs: definition("outputs"),
      ...since11({
        channelPath: text,
        timeout: { type: "integer", minimum: 0 },
        correlationId: text,
        action: { enum: ["send", "receive"] },
        dependsOn: { ...listOf(text), minItems: 1, uniqueItems: true },
      }),
    }),
    parameter: object(["name", "value"], {
      name: text,
      in: { enum: ["path", "query", "header", "cookie", ...(isNew ? ["querystring"] : [])] },
      value: {},
    }),
    reusable: { ...object(["reference"], { reference: text, value: {} }), patternProperties: {} },
    criterion: {
      ...object(["condition"], { context: text, condition: text, type: kindOr("expressionType", selection) }),
      dependencies: { type: ["context"] },
    },
    expressionType: {
      ...object(["type", "version"], { type: { enum: Object.keys(versionsOf(version)) }, version: text }),
      allOf: Object.entries(versionsOf(version)).map(([type, versions]) => ({
        if: { properties: { type: { const: type } } },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { properties: { version: { enum: versions } } },
      })),
    },
    successAction: object(["name", "type"], { ...action, type: { enum: ["end", "goto"] } }),
    failureAction: object(["name", "type"], {
      ...action,
      type: { enum: ["end", "goto", "retry"] },
      retryAfter: { type: "number", minimum: 0 },
      retryLimit: { type: "integer", minimum: 0 },
    }),
    outputs: named(isNew ? either({ type: "object" }, definition("selector"), { type: "string" }) : text),
    selector: object(["context", "selector", "type"], {
      context: text,
      selector: text,
      type: kindOr("expressionType", ["jsonpath", "xpath", "jsonpointer"]),
    }),
  };
  return {
    ...object(["arazzo", "info", "sourceDescriptions", "workflows"], {
      arazzo: text,
      info: object(["title", "version"], { title: text, summary: text, description: text, version: text }),
      sourceDescriptions: { ...listOf(definition("source")), minItems: 1 },
      workflows: { ...listOf(definition("workflow")), minItems: 1 },
      components: object([], {
        inputs: named({ type: ["object", "boolean"] }),
        parameters: named(definition("parameter")),
        successActions: named(definition("successAction")),
        failureActions: named(definition("failureAction")),
      }),
      ...since11({ $self: { type: "string", pattern: "^[^#]*$" } }),
    }),
    definitions,
  };
}

function versionsOf(version: ArazzoVersion): Readonly<Record<string, readonly string[]>> {
  const goessner = "draft-goessner-dispatch-jsonpath-00";
  if (version === "1.0") return { jsonpath: [goessner], xpath: ["xpath-30", "xpath-20", "xpath-10"] };
  return {
    jsonpath: ["rfc9535", goessner],
    xpath: ["xpath-31", "xpath-30", "xpath-20", "xpath-10"],
    jsonpointer: ["rfc6901"],
  };
}

const text: Schema = { type: "string" };

/** Extensions are allowed, other fields are not. */
function object(required: readonly string[], properties: Readonly<Record<string, Schema>>): Schema {
  return { type: "object", required, properties, patternProperties: { "^x-": {} }, additionalProperties: false };
}

function listOf(items: Schema): Schema {
  return { type: "array", items };
}

/** A map whose keys are names that expressions can contain. */
function named(values: Schema): Schema {
  return { type: "object", propertyNames: { pattern: "^[a-zA-Z0-9._-]+$" }, additionalProperties: values };
}

function definition(name: string): Schema {
  return { $ref: `#/definitions/${name}` };
}

function either(condition: Schema, matching: Schema, other: Schema): Schema {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: condition, then: matching, else: other };
}

function reusableOr(name: string): Schema {
  return either({ required: ["reference"] }, definition("reusable"), definition(name));
}

function kindOr(name: string, kinds: readonly string[]): Schema {
  return either({ type: "object" }, definition(name), { enum: kinds });
}
