// A rule for a field of a request -> the parts of a service that judges the field by this rule instead of the described one.
import type { Issue, Validator } from "@fulfillment/server";
import type { z } from "zod";
import type { ApiRoute } from "../../../src/http/api-service.ts";
import type { ServiceParts } from "../../../src/operation/parts.ts";
import { fieldsOf } from "../values.ts";

/** `judgingBody("createOrder", "shipTo.zip", z.string())`: replaces the schema of the field. */
export function judgingBody(operation: string, field: string, rule: z.ZodType): ServiceParts {
  return judging(operation, (schemas) => ({
    ...schemas,
    body: Object.fromEntries(
      Object.entries(schemas.body ?? {}).map(([type, described]) => [
        type,
        rejudged(described, field.split("."), rule),
      ]),
    ),
  }));
}

type Schemas = ApiRoute["schemas"];

function judging(operation: string, change: (schemas: Schemas) => Schemas): ServiceParts {
  return {
    routes: (routes) =>
      routes.map((route) => (route.operationId === operation ? { ...route, schemas: change(route.schemas) } : route)),
  };
}

function rejudged(described: Validator, path: readonly string[], rule: z.ZodType): Validator {
  return {
    safeParse: (value) => {
      const verdict = described.safeParse(value);
      const elsewhere = verdict.success ? [] : verdict.error.issues.filter((issue) => !isWithin(issue, path));
      const issues = [...elsewhere, ...issuesAt(value, path, rule)];
      return issues.length === 0 ? { success: true, data: value } : { success: false, error: { issues } };
    },
  };
}

function isWithin(issue: Issue, path: readonly string[]): boolean {
  return path.every((key, index) => String(issue.path[index]) === key);
}

function issuesAt(value: unknown, path: readonly string[], rule: z.ZodType): Issue[] {
  let inner = value;
  for (const key of path) {
    if (typeof inner !== "object" || inner === null) return [];
    inner = fieldsOf(inner)[key];
  }
  const verdict = rule.safeParse(inner);
  if (verdict.success) return [];
  return verdict.error.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
}
