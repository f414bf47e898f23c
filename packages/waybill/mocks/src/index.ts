// The target `mocks`: the operations of a description -> an MSW handler for each, typed per status, with sampled responses.
import { defineTarget, oneOf, orNull, type Target } from "waybill/plugin";

export interface MocksOptions {
  /** Other values where neither an example nor the schema decides: an integer. Default: the plainest values. */
  readonly seed: number | null;
  /** Whether samples have optional members. Default: true. */
  readonly optional: boolean;
  /** Examples of the description whose JSON is longer, in characters, are replaced by smaller values. Default: 4000. */
  readonly longestExample: number;
  /** Whether there is a function for each schema that returns a sample of it: `orderSample({ status: "open" })`. Default: false. */
  readonly factories: boolean;
}

const mocks: Target<MocksOptions, "mocks"> = defineTarget({
  name: "mocks",
  summary: "an MSW handler for every operation, typed per status, with sampled responses",
  needs: ["types", "zod"],
  callsGuards: true,
  document: "openapi",
  options: { seed: null, optional: true, longestExample: 4000, factories: false },
  accepts: {
    seed: orNull({ accepts: Number.isSafeInteger, message: "must be an integer or null", hint: "for example 1" }),
    optional: oneOf(true, false),
    factories: oneOf(true, false),
    longestExample: {
      accepts: (value) => typeof value === "number" && value >= 0,
      message: "must be a number of characters",
      hint: "for example 4000",
    },
  },
  render: async (api, context) => (await import("./mocks-files.ts")).renderMocks(api, context),
});

export default mocks;
