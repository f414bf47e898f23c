// All tables.
import { arrays } from "./arrays.ts";
import { basics } from "./basics.ts";
import type { Case } from "./case.ts";
import { combined } from "./combined.ts";
import { fixed } from "./fixed.ts";
import { numbers } from "./numbers.ts";
import { objects } from "./objects.ts";
import { strings } from "./strings.ts";
import { unevaluated } from "./unevaluated.ts";

export const cases: readonly Case[] = [
  ...basics,
  ...numbers,
  ...strings,
  ...arrays,
  ...objects,
  ...fixed,
  ...combined,
  ...unevaluated,
];
