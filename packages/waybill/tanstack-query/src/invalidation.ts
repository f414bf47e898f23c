// The option `invalidates` and an operation that changes something -> the keys of the queries that are out of date afterwards.
import {
  type Code,
  type GeneratedFile,
  type HttpApi,
  importsOf,
  type Operation,
  packageType,
  printForeignFile,
} from "waybill/plugin";
import { isReading, type Naming, pathOf, tagPathOf } from "./naming.ts";
import { type Context, packageOf } from "./options.ts";

const file = { target: "tanstack-query", path: "invalidation.gen.ts" } as const;

/** The beginnings of keys; none where the option says nothing of the operation. */
export function invalidatedBy(
  operation: Operation,
  { operations }: Pick<HttpApi, "operations">,
  naming: Naming,
): readonly Code[] {
  const { invalidates } = naming;
  const [tag] = operation.tags;
  const queries = operations.filter((one) => isReading(one, naming));
  if (invalidates === "none") return [];
  if (invalidates === "tag") return tag === undefined ? [] : [tagPathOf(tag, naming)];
  if (invalidates === "path")
    return queries.filter((query) => isAlong(query, operation)).map((query) => pathOf(query, naming));
  const named = Object.hasOwn(invalidates, operation.id) ? (invalidates[operation.id] ?? []) : [];
  return named.map((name) => {
    const query = queries.find(({ id }) => id === name);
    return query === undefined ? tagPathOf(name, naming) : pathOf(query, naming);
  });
}

/** Whether one of the paths begins with the other: `/orders`, `/orders/{id}`. */
function isAlong(one: Operation, other: Operation): boolean {
  const [short = [], long = []] = [one, other].map(segmentsOf).sort((a, b) => a.length - b.length);
  return short.length > 0 && short.every((segment, index) => segment === long[index]);
}

/** Names of parameters do not matter. */
function segmentsOf({ path }: Operation): string[] {
  return path.text
    .split("/")
    .filter((segment) => segment !== "")
    .map((segment) => segment.replaceAll(/\{[^}]*\}/g, "{}"));
}

/** What the option names and the description does not have. */
export function reportUnknownKeys({ operations, at }: HttpApi, naming: Naming, { problem }: Context): void {
  const { invalidates } = naming;
  if (typeof invalidates === "string") return;
  const report = (name: string, hint: string): void =>
    problem({ at, message: `the option "invalidates" names ${JSON.stringify(name)}, which does not exist`, hint });
  const changing = operations.filter((operation) => !isReading(operation, naming)).map(({ id }) => id);
  const reading = operations.filter((operation) => isReading(operation, naming));
  const known = new Set(reading.flatMap(({ id, tags }) => [id, ...tags.slice(0, 1)]));
  for (const [id, names] of Object.entries(invalidates)) {
    if (!changing.includes(id)) report(id, "write the operationId of an operation that changes something");
    for (const name of names.filter((one) => !known.has(one)))
      report(name, "write the operationId of a query, or the first tag of one");
  }
}

/** `null` where the option is not set: a program then invalidates queries itself. */
export function invalidationFile(naming: Naming, context: Context): GeneratedFile | null {
  if (naming.invalidates === "none") return null;
  const from = { ...file, summary: "What invalidates queries after mutations.", declarations: [] };
  const imports = importsOf(from, [packageType("QueryClient", packageOf(context.options.framework))], context);
  return printForeignFile(from, `${imports}\n${functionFor(naming.scope)}`, context);
}

function functionFor(scope: string): string {
  return `
/**
 * From now on, each mutation that succeeds invalidates the queries of its \`meta.invalidates\`. Call it once for a \`QueryClient\`. The
 * function that it returns ends this.
 */
export function invalidateAfterMutations(queryClient: QueryClient): () => void {
  return queryClient.getMutationCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success") return;
    const { mutationKey, meta } = event.mutation.options;
    // Another API has a function of its own.
    if (mutationKey?.[0] !== ${JSON.stringify(scope)}) return;
    const keys: readonly (readonly string[])[] = Array.isArray(meta?.["invalidates"]) ? meta["invalidates"] : [];
    for (const queryKey of keys) void queryClient.invalidateQueries({ queryKey });
  });
}
`;
}
