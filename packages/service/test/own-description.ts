// The description of this service, read from spec/ for the conformance kit.
import path from "node:path";
import { type Description, openDescription } from "@waybill/conformance";

const read: { description?: Description } = {};

/** Read once, with its schemas compiled. */
export function openOwnDescription(): Description {
  const cwd = path.join(import.meta.dirname, "../../..");
  return (read.description ??= openDescription({ cwd, openapi: "spec/openapi.yaml", asyncapi: "spec/asyncapi.yaml" }));
}
