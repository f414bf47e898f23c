// `unevaluatedProperties` and `unevaluatedItems` where the value decides what they apply to. Reported where these are compared.
import type { Kind } from "../../change.ts";
import { breaks, mutual } from "../../rule.ts";

export const unevaluatedChanged: Kind<void> = mutual(
  breaks("leftovers-changed", () => "the schema of unevaluated members or elements has changed"),
);
