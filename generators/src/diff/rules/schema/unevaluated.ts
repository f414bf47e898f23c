// `unevaluatedProperties` and `unevaluatedItems` where the value decides what they apply to. Reported where these are compared.
import type { Kind } from "../../change.ts";
import { breaks, mutual } from "../../rule.ts";

export const unevaluatedChanged: Kind<void> = mutual({
  ...breaks,
  id: "leftovers-changed",
  message: () => "the schema of unevaluated members or elements has changed",
});
