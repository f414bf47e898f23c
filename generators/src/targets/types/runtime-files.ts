// The modules of the runtime of types -> a file for each: only descriptions with dates, 64-bit integers or defaults need one.
import type { RuntimeFile } from "../../emit/runtime/index.ts";
import { modulesIn } from "../http/runtime-files.ts";

const own = new URL("./runtime/", import.meta.url);

export const typesFiles: readonly RuntimeFile[] = [
  { name: "reviving", summary: "Texts become Dates, and Dates become texts.", modules: modulesIn(own, ["reviving"]) },
  {
    name: "exact-json",
    summary: "JSON that keeps integers of 64 bits exact.",
    modules: modulesIn(own, ["exact-json"]),
  },
  { name: "filling", summary: "Defaults are added to values.", modules: modulesIn(own, ["filling"]) },
];
