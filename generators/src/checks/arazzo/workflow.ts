// A workflow of an Arazzo document -> references in it that lead nowhere: operations, parameters, workflows, steps, inputs and outputs.
import { quote } from "../../diagnostics/index.ts";
import { httpMethods } from "../../model/http.ts";
import { attempt } from "../../source/attempt.ts";
import { decodeFragment, type Node, tokensOf } from "../../source/index.ts";
import { resolvedIn } from "../walked-documents.ts";
import { type ArazzoDocument, byId, itemsAt, type SourceDescription, textAt, unresolved } from "./document.ts";
import { type Expression, expressionOf, expressionsIn, expressionsInCondition } from "./expressions.ts";

interface Scope {
  readonly document: ArazzoDocument;
  readonly workflow: Node;
  readonly steps: ReadonlyMap<string, Node>;
  /** Whether steps run in their order: none of them states what it depends on. */
  readonly isSequential: boolean;
}

export function checkWorkflow(workflow: Node, document: ArazzoDocument): void {
  const stepItems = itemsAt(workflow, "steps");
  const steps = byId(stepItems, "stepId", document.report);
  const isSequential = !stepItems.some((step) => step.has("dependsOn"));
  const scope: Scope = { document, workflow, steps, isSequential };
  for (const id of itemsAt(workflow, "dependsOn")) checkWorkflowId(id, scope);
  checkParameters(workflow, null, scope);
  for (const field of ["successActions", "failureActions"]) checkActions(workflow, field, scope, null);
  for (const output of workflow.get("outputs")?.members() ?? []) checkValues(output, scope, null);
  for (const step of stepItems) checkStep(step, scope);
}

function checkStep(step: Node, scope: Scope): void {
  const { report } = scope.document;
  const targets = ["operationId", "operationPath", "channelPath", "workflowId"].flatMap(
    (field) => step.get(field) ?? [],
  );
  const [first, second] = targets;
  if (first === undefined) unresolved(report, step, 'a step requires "operationId", "operationPath" or "workflowId"');
  if (first !== undefined && second !== undefined)
    unresolved(report, second, `${quote(first.key)} and ${quote(second.key)} cannot be used together`);
  const operation = first === undefined ? null : operationOf(first, scope);
  if (first?.key === "workflowId") checkWorkflowId(first, scope);
  for (const id of itemsAt(step, "dependsOn")) checkDependency(id, scope);
  checkParameters(step, operation, scope);
  checkBody(step, operation, scope);
  checkCriteria(step, "successCriteria", scope, step);
  for (const field of ["onSuccess", "onFailure"]) checkActions(step, field, scope, step);
  for (const output of step.get("outputs")?.members() ?? []) checkValues(output, scope, step);
  const correlation = step.get("correlationId");
  if (correlation !== undefined) checkValues(correlation, scope, step);
}

/** The operation of OpenAPI that a step calls; `null` for anything else. What is not there is reported. */
function operationOf(field: Node, scope: Scope): Node | null {
  const written = String(field.value);
  if (field.key === "workflowId") return null;
  const referred =
    field.key === "operationId" ? operationById(field, written, scope) : operationByPath(field, written, scope);
  return referred?.source.kind === "openapi" ? resolvedIn(scope.document.documents, referred.node) : null;
}

interface Located {
  readonly source: SourceDescription;
  readonly node: Node;
}

function operationById(field: Node, written: string, { document }: Scope): Located | null {
  const { sources, report } = document;
  const apis = sources.filter(({ kind }) => kind !== "arazzo");
  const [, name, id = ""] = /^\$sourceDescriptions\.([^.]+)\.(.+)$/s.exec(written) ?? [];
  if (name !== undefined) {
    const source = sourceNamed(field, name, document);
    return source === null ? null : memberOf(field, source, id, document);
  }
  if (apis.length > 1) {
    const owners = apis.filter(({ members }) => members.has(written)).map(({ name }) => name);
    const detail = `with several source descriptions, an operationId names one: $sourceDescriptions.${owners[0] ?? "<name>"}.${written}`;
    unresolved(report, field, detail);
    return null;
  }
  const [source] = apis;
  return source === undefined ? null : memberOf(field, source, written, document);
}

function memberOf(field: Node, source: SourceDescription, id: string, { report }: ArazzoDocument): Located | null {
  if (source.root === null) return null;
  const node = source.members.get(id);
  if (node !== undefined) return { source, node };
  const what = source.kind === "arazzo" ? "workflow" : "operation";
  unresolved(
    report,
    field,
    `the source description ${quote(source.name)} has no ${what} ${quote(id)}`,
    source.members.keys(),
    id,
  );
  return null;
}

function operationByPath(field: Node, written: string, { document }: Scope): Located | null {
  const { report, documents } = document;
  const [, name, fragment = ""] = /^\{\$sourceDescriptions\.([^.}]+)\.url\}#(.*)$/s.exec(written) ?? [];
  if (name === undefined) {
    unresolved(
      report,
      field,
      `${quote(written)} is not of the form {$sourceDescriptions.<name>.url}#/paths/~1orders/get`,
    );
    return null;
  }
  const source = sourceNamed(field, name, document);
  if (source?.root === null || source === null) return null;
  const tokens = tokensOf(decodeFragment(fragment) ?? "");
  let at: Node | undefined = tokens === null || tokens.length === 0 ? undefined : source.root;
  for (const token of tokens ?? [])
    at = at === undefined ? undefined : (at.get(token) ?? resolvedIn(documents, at).get(token));
  const isOperation =
    field.key === "channelPath" ||
    httpMethods.some((method) => method === at?.key) ||
    ["operations", "additionalOperations"].includes(at?.parent?.key ?? "");
  if (at !== undefined && isOperation) return { source, node: at };
  const what = at === undefined ? "nothing" : "no operation";
  unresolved(report, field, `the source description ${quote(source.name)} has ${what} at ${quote(fragment)}`);
  return null;
}

function sourceNamed(field: Node, name: string, { sources, report }: ArazzoDocument): SourceDescription | null {
  const source = sources.find((one) => one.name === name);
  if (source !== undefined) return source;
  unresolved(
    report,
    field,
    `there is no source description ${quote(name)}`,
    sources.map((one) => one.name),
    name,
  );
  return null;
}

function checkWorkflowId(field: Node, { document }: Scope): void {
  const { workflows, report } = document;
  const written = String(field.value);
  const [, name, id = ""] = /^\$sourceDescriptions\.([^.]+)\.(.+)$/s.exec(written) ?? [];
  if (name !== undefined) {
    const source = sourceNamed(field, name, document);
    if (source !== null) memberOf(field, source, id, document);
  } else if (!workflows.has(written))
    unresolved(report, field, `there is no workflow ${quote(written)}`, workflows.keys(), written);
}

/** `stepId`, `$workflows.id.steps.stepId`, `$sourceDescriptions.name.id.steps.stepId`. */
function checkDependency(field: Node, { document, steps }: Scope): void {
  const { report, workflows } = document;
  const written = String(field.value);
  const [, prefix, step = ""] = /^\$(.+)\.steps\.([^.]+)$/s.exec(written) ?? [];
  if (prefix === undefined) {
    if (!steps.has(written))
      unresolved(report, field, `this workflow has no step ${quote(written)}`, steps.keys(), written);
    return;
  }
  const [, id] = /^workflows\.([^.]+)$/.exec(prefix) ?? [];
  const [, name, other = ""] = /^sourceDescriptions\.([^.]+)\.([^.]+)$/.exec(prefix) ?? [];
  const source = name === undefined ? null : sourceNamed(field, name, document);
  const workflow =
    id === undefined ? (source === null ? null : memberOf(field, source, other, document)?.node) : workflows.get(id);
  if (id !== undefined && workflow === undefined)
    unresolved(report, field, `there is no workflow ${quote(id)}`, workflows.keys(), id);
  const ids =
    workflow === null || workflow === undefined ? null : itemsAt(workflow, "steps").map((one) => textAt(one, "stepId"));
  if (ids !== null && !ids.includes(step))
    unresolved(report, field, `the workflow has no step ${quote(step)}`, ids, step);
}

// Parameters and bodies

function checkParameters(owner: Node, operation: Node | null, scope: Scope): void {
  const { report } = scope.document;
  const isStep = owner.has("stepId");
  const seen = new Set<string>();
  for (const item of itemsAt(owner, "parameters")) {
    const parameter = reused(item, "parameters", scope);
    if (parameter === null) continue;
    const [name, place] = [textAt(parameter, "name"), textAt(parameter, "in")];
    const value = item.get("value") ?? parameter.get("value");
    if (value !== undefined) checkValues(value, scope, isStep ? owner : null);
    if (seen.has(`${place} ${name}`)) unresolved(report, item, `the parameter ${quote(name)} occurs twice`);
    seen.add(`${place} ${name}`);
    if (!isStep) continue;
    if (owner.has("workflowId")) checkInput(parameter, name, owner, scope);
    else if (place === "") unresolved(report, parameter, `the parameter ${quote(name)} of an operation requires "in"`);
    else if (operation !== null) checkParameter(parameter, operation, scope);
  }
  if (operation !== null) checkRequired(owner, operation, seen, scope);
}

/** What is sent with any request, and need not be described. */
const freeHeaders: ReadonlySet<string> = new Set(["authorization", "accept", "content-type", "cookie"]);

function checkParameter(parameter: Node, operation: Node, { document }: Scope): void {
  const [name, place] = [textAt(parameter, "name"), textAt(parameter, "in")];
  const described = parametersOf(operation, document);
  const isSame = (one: Node): boolean =>
    place === "header" ? textAt(one, "name").toLowerCase() === name.toLowerCase() : textAt(one, "name") === name;
  if (described.some((one) => textAt(one, "in") === place && isSame(one))) return;
  if (place === "header" && freeHeaders.has(name.toLowerCase())) return;
  const schemes = schemesOf(document);
  if (schemes.some((scheme) => textAt(scheme, "in") === place && isSame(scheme))) return;
  const names = described.filter((one) => textAt(one, "in") === place).map((one) => textAt(one, "name"));
  const id = textAt(operation, "operationId") || operation.key;
  unresolved(
    document.report,
    parameter.get("name") ?? parameter,
    `the operation ${quote(id)} has no ${place} parameter ${quote(name)}`,
    names,
    name,
  );
}

function schemesOf({ sources, documents }: ArazzoDocument): Node[] {
  return sources
    .filter(({ kind }) => kind === "openapi")
    .flatMap(
      ({ root }) =>
        (root?.get("components")?.get("securitySchemes") ?? root?.get("securityDefinitions"))?.members() ?? [],
    )
    .map((scheme) => resolvedIn(documents, scheme));
}

function parametersOf(operation: Node, { documents }: ArazzoDocument): Node[] {
  const holder = operation.parent;
  const item = holder?.key === "additionalOperations" ? holder.parent : holder;
  const ofPath = item === null ? [] : itemsAt(item, "parameters");
  return [...itemsAt(operation, "parameters"), ...ofPath].map((parameter) => resolvedIn(documents, parameter));
}

function checkRequired(step: Node, operation: Node, stated: ReadonlySet<string>, scope: Scope): void {
  const { document, workflow } = scope;
  const inherited = itemsAt(workflow, "parameters").flatMap((item) => {
    const parameter = reusedSilently(item, "parameters", scope);
    return parameter === null ? [] : [`${textAt(parameter, "in")} ${textAt(parameter, "name")}`.toLowerCase()];
  });
  const known = new Set([...inherited, ...[...stated].map((key) => key.toLowerCase())]);
  for (const parameter of parametersOf(operation, document)) {
    const [name, place] = [textAt(parameter, "name"), textAt(parameter, "in")];
    if (parameter.get("required")?.value !== true || place === "body" || place === "formData") continue;
    // One without a place is reported as that.
    if (!known.has(`${place} ${name}`.toLowerCase()) && !known.has(` ${name}`.toLowerCase()))
      unresolved(
        document.report,
        step.get("parameters") ?? step,
        `the ${place} parameter ${quote(name)} of the operation is required`,
      );
  }
}

/** Parameters of a workflow are its inputs. */
function checkInput(parameter: Node, name: string, step: Node, { document }: Scope): void {
  const workflow = document.workflows.get(textAt(step, "workflowId"));
  const inputs = workflow === undefined ? null : inputsOf(workflow, document);
  if (inputs !== null && !inputs.includes(name))
    unresolved(
      document.report,
      parameter.get("name") ?? parameter,
      `the workflow has no input ${quote(name)}`,
      inputs,
      name,
    );
}

/** The names of the inputs; `null` where any name is allowed. */
function inputsOf(workflow: Node, { documents }: ArazzoDocument): readonly string[] | null {
  const written = workflow.get("inputs");
  const schema = written === undefined ? undefined : resolvedIn(documents, written);
  if (schema === undefined) return [];
  const isOpen = ["allOf", "anyOf", "oneOf", "patternProperties", "additionalProperties", "if"].some(
    (keyword) => schema.has(keyword) && schema.get(keyword)?.value !== false,
  );
  return isOpen || !schema.isObject ? null : (schema.get("properties")?.keys() ?? []);
}

function checkBody(step: Node, operation: Node | null, scope: Scope): void {
  const { report, documents } = scope.document;
  const body = step.get("requestBody");
  const payload = body?.get("payload");
  if (payload !== undefined) checkValues(payload, scope, step);
  for (const replacement of body === undefined ? [] : itemsAt(body, "replacements")) {
    const value = replacement.get("value");
    if (value !== undefined) checkValues(value, scope, step);
  }
  if (operation === null) return;
  const isOld = parametersOf(operation, scope.document).some((one) => ["body", "formData"].includes(textAt(one, "in")));
  const field = operation.get("requestBody");
  const described = field === undefined ? null : resolvedIn(documents, field);
  if (body !== undefined && described === null && !isOld)
    unresolved(
      report,
      body,
      `the operation ${quote(textAt(operation, "operationId") || operation.key)} has no request body`,
    );
  if (body === undefined && described?.get("required")?.value === true)
    unresolved(
      report,
      step,
      `the request body of ${quote(textAt(operation, "operationId") || operation.key)} is required`,
    );
  const type = body === undefined ? "" : textAt(body, "contentType");
  const types = described?.get("content")?.keys() ?? [];
  const base = (written: string): string => written.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (
    type !== "" &&
    !type.includes("$") &&
    types.length > 0 &&
    !types.some((one) => one.includes("*") || base(one) === base(type))
  )
    unresolved(report, body?.get("contentType") ?? step, `the operation takes ${types.join(", ")}, not ${quote(type)}`);
}

// Criteria and actions

function checkCriteria(owner: Node, field: string, scope: Scope, step: Node | null): void {
  for (const criterion of itemsAt(owner, field)) {
    const context = criterion.get("context");
    if (context !== undefined) checkExpression(context, String(context.value), scope, step);
    const condition = criterion.get("condition");
    const isSimple = !criterion.has("type") || textAt(criterion, "type") === "simple";
    if (condition === undefined) continue;
    const written = String(condition.value);
    for (const expression of isSimple
      ? expressionsInCondition(written)
      : expressionsIn(written).filter(() => written.includes("{$")))
      checkReference(condition, expression, scope, step);
    if (textAt(criterion, "type") === "regex" && !isPattern(written))
      unresolved(scope.document.report, condition, `${quote(written)} is not a regular expression`);
  }
}

function isPattern(written: string): boolean {
  return attempt(() => new RegExp(written.replace(/\{\$[^{}]*\}/g, "x"), "u")) !== null;
}

function checkActions(owner: Node, field: string, scope: Scope, step: Node | null): void {
  const section = /success/i.test(field) ? "successActions" : "failureActions";
  const { report } = scope.document;
  const names = new Set<string>();
  for (const item of itemsAt(owner, field)) {
    const action = reused(item, section, scope);
    if (action === null) continue;
    const name = textAt(action, "name");
    if (names.has(name)) unresolved(report, item, `the action ${quote(name)} occurs twice`);
    names.add(name);
    const [workflowId, stepId] = [action.get("workflowId"), action.get("stepId")];
    if (workflowId !== undefined && stepId !== undefined)
      unresolved(report, stepId, '"workflowId" and "stepId" cannot be used together');
    if (textAt(action, "type") === "goto" && workflowId === undefined && stepId === undefined)
      unresolved(report, item, 'an action of the type goto requires "workflowId" or "stepId"');
    if (workflowId !== undefined) checkWorkflowId(workflowId, scope);
    if (stepId !== undefined && !scope.steps.has(String(stepId.value)))
      unresolved(
        report,
        stepId,
        `this workflow has no step ${quote(String(stepId.value))}`,
        scope.steps.keys(),
        String(stepId.value),
      );
    checkCriteria(action, "criteria", scope, step);
    for (const parameter of itemsAt(action, "parameters")) {
      const value = parameter.get("value");
      if (value !== undefined) checkValues(value, scope, step);
    }
  }
}

/** What a reusable object refers to, or the item itself. */
function reused(item: Node, section: string, scope: Scope): Node | null {
  const reference = item.get("reference");
  const referred = reusedSilently(item, section, scope);
  if (referred === null && reference !== undefined) {
    const names = scope.document.root.get("components")?.get(section)?.keys() ?? [];
    const written = String(reference.value);
    const detail = `${quote(written)} is not one of $components.${section}`;
    unresolved(
      scope.document.report,
      reference,
      detail,
      names.map((name) => `$components.${section}.${name}`),
      written,
    );
  }
  return referred;
}

function reusedSilently(item: Node, section: string, { document }: Scope): Node | null {
  const reference = item.get("reference");
  if (reference === undefined) return item;
  const prefix = `$components.${section}.`;
  const written = String(reference.value);
  if (!written.startsWith(prefix)) return null;
  return document.root.get("components")?.get(section)?.get(written.slice(prefix.length)) ?? null;
}

// Runtime expressions

/** Those in a value: as a text, in braces, and in what it contains. */
function checkValues(node: Node, scope: Scope, step: Node | null): void {
  if (typeof node.value === "string")
    for (const expression of expressionsIn(node.value)) checkReference(node, expression, scope, step);
  for (const child of [...node.members(), ...node.items()]) checkValues(child, scope, step);
}

function checkExpression(at: Node, written: string, scope: Scope, step: Node | null): void {
  checkReference(at, expressionOf(written) ?? { misspelt: written }, scope, step);
}

function checkReference(
  at: Node,
  expression: Expression | { readonly misspelt: string },
  scope: Scope,
  step: Node | null,
): void {
  const { report, version, workflows, root } = scope.document;
  if ("misspelt" in expression) {
    unresolved(
      report,
      at,
      `${quote(expression.misspelt)} is not a runtime expression`,
      ["$inputs", "$steps", "$response.body", "$statusCode", "$outputs"],
      expression.misspelt,
    );
    return;
  }
  const { root: kind, path, text } = expression;
  if (version === "1.0" && (kind === "message" || kind === "self"))
    unresolved(report, at, `${quote(text)} is a runtime expression of Arazzo 1.1`);
  const parts = path.split(".");
  if (kind === "inputs") {
    const inputs = inputsOf(scope.workflow, scope.document);
    if (inputs !== null && !inputs.includes(path) && !inputs.includes(parts[0] ?? ""))
      unresolved(report, at, `the workflow has no input ${quote(path)}`, inputs, path);
  } else if (kind === "steps") checkOutput(at, parts, scope, step);
  else if (kind === "outputs") {
    const outputs = scope.workflow.get("outputs")?.keys() ?? [];
    if (!outputs.includes(path)) unresolved(report, at, `the workflow has no output ${quote(path)}`, outputs, path);
  } else if (kind === "workflows") {
    const [id = "", section = "", ...name] = parts;
    const workflow = workflows.get(id);
    if (workflow === undefined) unresolved(report, at, `there is no workflow ${quote(id)}`, workflows.keys(), id);
    else if (section === "outputs" || section === "inputs") {
      const names = section === "inputs" ? inputsOf(workflow, scope.document) : (workflow.get("outputs")?.keys() ?? []);
      const written = name.join(".");
      if (names !== null && !names.includes(written))
        unresolved(
          report,
          at,
          `the workflow ${quote(id)} has no ${section.slice(0, -1)} ${quote(written)}`,
          names,
          written,
        );
    }
  } else if (kind === "sourceDescriptions") {
    const [name = "", ...field] = parts;
    const source = sourceNamed(at, name, scope.document);
    const isField = ["url", "name", "type"].includes(field.join("."));
    if (source !== null && !isField) memberOf(at, source, field.join("."), scope.document);
  } else if (kind === "components") {
    const [section = "", ...name] = parts;
    const names = root.get("components")?.get(section)?.keys() ?? [];
    if (!names.includes(name.join("."))) unresolved(report, at, `there is no ${quote(text)}`, names, name.join("."));
  }
}

/** `$steps.id.outputs.name`: of a step of this workflow, which has run by then. */
function checkOutput(
  at: Node,
  [id = "", section = "", ...name]: readonly string[],
  scope: Scope,
  step: Node | null,
): void {
  const { report } = scope.document;
  const target = scope.steps.get(id);
  if (target === undefined) {
    unresolved(report, at, `this workflow has no step ${quote(id)}`, scope.steps.keys(), id);
    return;
  }
  const outputs = target.get("outputs")?.keys() ?? [];
  const written = name.join(".");
  if (section !== "outputs") unresolved(report, at, `write $steps.${id}.outputs.<name>`);
  else if (!outputs.includes(written) && !outputs.includes(name[0] ?? ""))
    unresolved(report, at, `the step ${quote(id)} has no output ${quote(written)}`, outputs, written);
  else if (step !== null && scope.isSequential && Number(target.key) >= Number(step.key) && target !== step)
    unresolved(report, at, `the step ${quote(id)} runs after this one`);
}
