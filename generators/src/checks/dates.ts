// Reports each date-time schema whose values cannot be recognized from the value alone, so that they cannot become a Date.
import type { Report } from "../diagnostics/index.ts";
import { objectsApart } from "../model/analysis/discrimination.ts";
import { describingChildrenOf, endOf, membersNamed, partsOf } from "../model/analysis/value-parts.ts";
import type { Api } from "../model/api.ts";
import { computedOnce } from "../model/computed-once.ts";
import { schemasOfMessages, schemasOfOperation } from "../model/finish/filters.ts";
import { everyOperationOf } from "../model/http.ts";
import type { Schema } from "../model/schema.ts";

/** Reports every text that is a point in time for one part of the description, and any text for another. */
export function checkDates(api: Api, report: Report): void {
  const check = new DateCheck(report);
  for (const named of api.schemas) {
    if (named.name === "Date") report.add("undecidable-date", named.at, { reason: 'a schema is called "Date"' });
    check.check([named.schema]);
  }
  const inline = [...everyOperationOf(api.http).flatMap(schemasOfOperation), ...schemasOfMessages(api.messaging)];
  for (const schema of inline) check.check([schema]);
}

class DateCheck {
  private readonly report: Report;
  private readonly ids = new Map<Schema, number>();
  private readonly seen = new Set<string>();

  constructor(report: Report) {
    this.report = report;
  }

  /** `schemas`: all schemas of the same value. */
  check(schemas: readonly Schema[]): void {
    const speaking = [...new Set(schemas.map(endOf))];
    const ids = speaking.map((schema) => this.idOf(schema)).sort((a, b) => a - b);
    if (this.seen.has(ids.join())) return;
    this.seen.add(ids.join());
    const [only] = speaking;
    if (only?.kind === "union" && speaking.length === 1 && objectsApart(only) !== null) {
      for (const member of only.members) this.check([member]);
      return;
    }
    const parts = speaking.flatMap((schema) => partsOf(schema, { follow: describingChildrenOf }));
    this.checkTexts(parts);
    for (const part of parts) this.checkHidden(part);
    this.checkElements(parts);
    const objects = parts.filter((part) => part.kind === "object");
    const names = new Set(objects.flatMap(({ properties }) => properties.map(({ name }) => name)));
    for (const name of names) this.check(objects.flatMap((object) => membersNamed(object, name)));
    for (const { patternProperties } of objects) for (const each of patternProperties) this.check([each.schema]);
    this.check(objects.map(({ additional }) => additional));
  }

  private checkTexts(parts: readonly Schema[]): void {
    const date = parts.find((part) => part.kind === "string" && part.date === true);
    if (date === undefined) return;
    const text = parts.find(
      (part) =>
        (part.kind === "string" && part.date !== true) ||
        (part.kind === "enum" && part.values.some((value) => typeof value === "string")),
    );
    if (text === undefined) return;
    const reason = text.kind === "enum" ? "its values are listed" : "another schema allows or requires any string here";
    this.report.add("undecidable-date", date.at, { reason });
  }

  private checkElements(parts: readonly Schema[]): void {
    const arrays = parts.filter((part) => part.kind === "array");
    const longest = Math.max(0, ...arrays.map(({ prefixItems }) => prefixItems.length));
    for (let at = 0; at < longest; at += 1)
      this.check(arrays.map(({ prefixItems, items }) => prefixItems[at] ?? items));
    if (arrays.length > 0) this.check(arrays.map(({ items }) => items));
  }

  /** Dates that are known only after evaluating all other schemas are not supported. */
  private checkHidden(part: Schema): void {
    if (part.kind !== "unevaluated") return;
    for (const schema of [part.properties, part.items].filter((one) => one !== null))
      for (const inner of partsOf(schema, { follow: describingChildrenOf }))
        if (inner.kind === "string" && inner.date === true)
          this.report.add("undecidable-date", inner.at, {
            reason: "only values that no other schema describes are dates",
          });
  }

  private idOf(schema: Schema): number {
    return computedOnce(this.ids, schema, () => this.ids.size);
  }
}
