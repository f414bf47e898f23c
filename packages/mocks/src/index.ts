// The target `mocks`: the operations of a description -> an MSW handler for each, typed per status, with sampled responses.
import { defineTarget, type OptionProblem, type Target, valuesUnlikeJson } from "waybill/plugin";

export interface MocksOptions {
  /** Other values where neither an example nor the schema decides: an integer. Default: the plainest values. */
  readonly seed: number | null;
  /** Whether samples have optional members. Default: true. */
  readonly optional: boolean;
  /** Examples of the description whose JSON is longer, in characters, are replaced by smaller values. Default: 4000. */
  readonly longestExample: number;
}

const mocks: Target<MocksOptions, "mocks"> = defineTarget({
  name: "mocks",
  summary: "an MSW handler for every operation, typed per status, with sampled responses",
  needs: ["types", "server"],
  document: "openapi",
  options: { seed: null, optional: true, longestExample: 4000 },
  check: (given) => [...problemsOf(given)],
  refuses: valuesUnlikeJson,
  render: async (api, context) => (await import("./mocks-files.ts")).renderMocks(api, context),
});

export default mocks;

function* problemsOf({ seed, optional, longestExample }: Readonly<Record<string, unknown>>): Generator<OptionProblem> {
  if (seed !== undefined && seed !== null && !Number.isSafeInteger(seed))
    yield { at: "seed", message: "must be an integer or null", hint: "for example 1" };
  if (optional !== undefined && typeof optional !== "boolean")
    yield { at: "optional", message: "must be true or false" };
  if (longestExample !== undefined && !(typeof longestExample === "number" && longestExample >= 0))
    yield { at: "longestExample", message: "must be a number of characters", hint: "for example 4000" };
}
