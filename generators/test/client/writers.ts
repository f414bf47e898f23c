// The writers by name, as the operation table refers to them.
import {
  writeDeepObject,
  writeDelimited,
  writeDocument,
  writeForm,
  writeHeader,
  writeLabel,
  writeMatrix,
  writePath,
} from "../../src/targets/client/runtime/parameters.ts";
import type { Writer } from "../../src/targets/client/runtime/runtime.ts";
import type { WriterName } from "../../src/targets/client/writers.ts";

export const writers: Readonly<Record<WriterName, Writer>> = {
  writePath,
  writeLabel,
  writeMatrix,
  writeForm,
  writeDelimited,
  writeDeepObject,
  writeHeader,
  writeDocument,
};
