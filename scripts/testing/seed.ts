// Gives the property tests of a run one seed, so that a run can be repeated; FAST_CHECK_SEED=random looks at other values.
import fc from "fast-check";
// Loaded with it into every worker, once.
import "./compiled-standards.ts";

const asked = process.env["FAST_CHECK_SEED"] ?? "20261122";
const seed = asked === "random" ? Date.now() % 2 ** 31 : Number(asked);
if (!Number.isInteger(seed))
  throw new Error(`FAST_CHECK_SEED: expected an integer or "random", got ${JSON.stringify(asked)}`);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
