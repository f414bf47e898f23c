// Problems of a description -> the error that lists all of them, each with its place.
import { type Diagnostic, type Location, Report, textOf } from "waybill/description";

/** The description cannot be read, or only in part. `diagnostics` state where and why. */
export class DescriptionError extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(textOf).join("\n\n"));
    this.name = "DescriptionError";
    this.diagnostics = diagnostics;
  }
}

/** A schema that cannot be compiled to a validator. */
export function unusableSchemaAt(at: Location, reason: string): DescriptionError {
  const report = new Report();
  report.add("unsupported-feature", at, { feature: "this schema", reason });
  return new DescriptionError(report.list());
}
