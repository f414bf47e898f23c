// The description of this service, read from spec/ for the conformance kit.
import path from "node:path";
import { type Description, openDescription } from "@waybill/conformance";

export function openOwnDescription(): Description {
  const cwd = path.join(import.meta.dirname, "../../..");
  return openDescription({ cwd, openapi: "spec/openapi.yaml", asyncapi: "spec/asyncapi.yaml" });
}
