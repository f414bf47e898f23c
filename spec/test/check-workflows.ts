// Checks the Arazzo workflows against the description: operations and statuses they name are there, and no step passes unchecked.
import { type Description, type Json, type JsonObject, objectIn, rootOf, targetOf } from "./description.ts";
import { type Operation, operationsOf } from "./operations.ts";

interface Step {
  /** `workflows/cancel-order.arazzo.yaml cancelOrder/placeOrder` */
  readonly place: string;
  readonly operationId: string;
  /** The statuses that its criteria ask for. */
  readonly statuses: readonly string[];
}

export function checkWorkflows(description: Description): string[] {
  const operations = new Map(operationsOf(description).map((operation) => [operation.id, operation]));
  return [
    ...workflowFilesOf(description).flatMap((file) => checkSource(description, file)),
    ...stepsOf(description).flatMap((step) => checkStep(step, operations.get(step.operationId))),
  ];
}

/** The ids of all workflows; each is what one can run by its name. */
export function workflowIdsOf(description: Description): string[] {
  return workflowsOf(description).map(({ workflow }) => textOf(workflow["workflowId"]));
}

export function workflowFilesOf(description: Description): string[] {
  return [...description.values.keys()].filter((file) => file.startsWith("workflows/"));
}

/** A file has one source, and it is this description. */
function checkSource(description: Description, file: string): string[] {
  const sources = objectsIn(objectIn(rootOf(description, file).value)["sourceDescriptions"]);
  const targets = sources.map(({ url }) => targetOf(file, textOf(url)).file);
  return targets.length === 1 && targets[0] === "openapi.yaml" ? [] : [`${file}: is about ${targets.join(", ")}`];
}

function checkStep({ place, operationId, statuses }: Step, operation: Operation | undefined): string[] {
  if (operation === undefined) return [`${place}: there is no operation ${operationId}`];
  if (statuses.length !== 1) return [`${place}: asks for ${statuses.length} statuses, and not for one`];
  const described = new Set(operation.responses.map(({ status }) => status));
  return statuses
    .filter((status) => !described.has(status))
    .map((status) => `${place}: ${operationId} has no status ${status}`);
}

function stepsOf(description: Description): Step[] {
  return workflowsOf(description).flatMap(({ file, workflow }) =>
    objectsIn(workflow["steps"]).map((step) => ({
      place: `${file} ${textOf(workflow["workflowId"])}/${textOf(step["stepId"])}`,
      operationId: textOf(step["operationId"]),
      statuses: objectsIn(step["successCriteria"]).flatMap(({ condition }) => statusIn(textOf(condition))),
    })),
  );
}

function statusIn(condition: string): string[] {
  const [, status] = /^\$statusCode == (\d{3})$/.exec(condition) ?? [];
  return status === undefined ? [] : [status];
}

function workflowsOf(description: Description): { file: string; workflow: JsonObject }[] {
  return workflowFilesOf(description).flatMap((file) =>
    objectsIn(objectIn(rootOf(description, file).value)["workflows"]).map((workflow) => ({ file, workflow })),
  );
}

function objectsIn(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map(objectIn) : [];
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
