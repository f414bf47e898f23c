// A Swagger 2.0 document -> violations of the standard that neither its JSON Schema nor reading finds: those that swagger-parser reports.
import type { Node } from "../../source/index.ts";
import { errorAt, type Finding, type WalkedDocuments } from "../walked-documents.ts";

export function swaggerViolations(root: Node, documents: WalkedDocuments): Finding[] {
  const items = root.get("paths")?.members() ?? [];
  return items.flatMap((field) => {
    const item = documents.resolved(field);
    return methods.flatMap((method) => {
      const operation = item.get(method);
      return operation === undefined ? [] : operationViolations(operation, { root, item, documents });
    });
  });
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch"];

interface Surroundings {
  readonly root: Node;
  readonly item: Node;
  readonly documents: WalkedDocuments;
}

function operationViolations(operation: Node, { root, item, documents }: Surroundings): Finding[] {
  const parametersOf = (owner: Node): Node[] =>
    (owner.get("parameters")?.items() ?? []).map((parameter) => documents.resolved(parameter));
  const ofOperation = parametersOf(operation);
  const isOverridden = (parameter: Node): boolean =>
    ofOperation.some((other) => ["in", "name"].every((field) => valueAt(other, field) === valueAt(parameter, field)));
  const parameters = [...parametersOf(item).filter((parameter) => !isOverridden(parameter)), ...ofOperation];
  const bodies = parameters.filter((parameter) => valueAt(parameter, "in") === "body");
  const fields = parameters.filter((parameter) => valueAt(parameter, "in") === "formData");
  const headers = (operation.get("responses")?.members() ?? []).flatMap(
    (response) => documents.resolved(response).get("headers")?.members() ?? [],
  );
  return [
    ...bodies.slice(1).map((body) => errorAt(body, "an operation has one body parameter at most")),
    ...(bodies.length === 0 ? [] : fields.slice(0, 1)).map((field) =>
      errorAt(field, "an operation with a body parameter cannot have formData parameters"),
    ),
    ...fields.filter((field) => valueAt(field, "type") === "file").flatMap((file) => consumed(file, operation, root)),
    ...[...parameters, ...headers].filter(isWithoutItems).map((one) => errorAt(one, 'must have "items", as an array')),
  ];
}

function consumed(file: Node, operation: Node, root: Node): Finding[] {
  const consumes = operation.get("consumes") ?? root.get("consumes");
  const types = consumes?.items().map(({ value }) => String(value)) ?? [];
  if (types.some((type) => /^(?:multipart\/(?:.*\+)?form-data|application\/(?:.*\+)?x-www-form-urlencoded)/.test(type)))
    return [];
  return [errorAt(file, 'a file requires "consumes" with multipart/form-data or application/x-www-form-urlencoded')];
}

function isWithoutItems(node: Node): boolean {
  return valueAt(node, "type") === "array" && !node.has("items");
}

function valueAt(node: Node, key: string): unknown {
  return node.get(key)?.value;
}
