// `prefixItems`: the first elements by position. A `z.tuple()` with elements that may be missing fills the gaps with `undefined`.
import type * as z from "zod";
import { checked, issuesAt } from "./checked.ts";

type Schemas = readonly z.ZodType[];
type Outputs<Elements extends Schemas> = { -readonly [Index in keyof Elements]: z.output<Elements[Index]> };
type Tuple<Required extends Schemas, Optional extends Schemas, Rest extends z.ZodType | undefined> = [
  ...Outputs<Required>,
  ...Partial<Outputs<Optional>>,
  ...(Rest extends z.ZodType ? z.output<Rest>[] : []),
];

/** The first elements that must be there, those that may be, and what holds for all others; without `rest` there are none. */
export interface Elements<Required extends Schemas, Optional extends Schemas, Rest extends z.ZodType | undefined> {
  readonly required?: Required;
  readonly optional?: Optional;
  readonly rest?: Rest;
}

export function tuple<
  const Required extends Schemas = [],
  const Optional extends Schemas = [],
  Rest extends z.ZodType | undefined = undefined,
>(elements: Elements<Required, Optional, Rest>): z.ZodType<Tuple<Required, Optional, Rest>> {
  const { required = [], optional = [], rest } = elements;
  const first = [...required, ...optional];
  return checked((input) => {
    if (!Array.isArray(input)) return [{ code: "invalid_type", expected: "array", input }];
    if (input.length < required.length) {
      return [{ code: "too_small", origin: "array", minimum: required.length, inclusive: true, input, continue: true }];
    }
    if (rest === undefined && input.length > first.length) {
      return [{ code: "too_big", origin: "array", maximum: first.length, inclusive: true, input, continue: true }];
    }
    return input.flatMap((element, index) => {
      const schema = first[index] ?? rest;
      return schema === undefined ? [] : issuesAt(index, schema, element);
    });
  });
}
