// Named schemas that lead back to themselves without passing through a member or an element: they would never be decided.
import type { Report } from "../diagnostics/index.ts";
import type { NamedSchema, Schema } from "./schema.ts";
import { sameValueChildrenOf } from "./walk.ts";

export function checkCycles(schemas: readonly NamedSchema[], report: Report): void {
  const done = new Set<NamedSchema>();
  const path: NamedSchema[] = [];

  function visit(named: NamedSchema): void {
    if (done.has(named)) return;
    path.push(named);
    visitSchema(named.schema);
    path.pop();
    done.add(named);
  }

  function visitSchema(schema: Schema): void {
    if (schema.kind === "ref") {
      const start = path.indexOf(schema.target);
      if (start === -1) return visit(schema.target);
      const related = path.slice(start).map((named) => ({ message: named.name, place: { kind: "key", location: named.at } as const }));
      return report.add("ref-cycle", schema.at, { ref: schema.target.name }, { related });
    }
    for (const child of sameValueChildrenOf(schema)) visitSchema(child);
  }

  for (const named of schemas) visit(named);
}
