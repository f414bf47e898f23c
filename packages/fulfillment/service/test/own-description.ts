// The descriptions of this service and its portal, read from spec/ for the conformance kit.
import path from "node:path";
import { type Description, openDescription } from "@waybill/conformance";

/** Read once for all files of tests, with their schemas compiled. */
const opened = new Map<string, Description>();

export function openOwnDescription(): Description {
  return openOnce({ openapi: "spec/openapi.yaml", asyncapi: "spec/asyncapi.yaml" });
}

export function ownPortalDescription(): Description {
  return openOnce({ openapi: "spec/portal/openapi.yaml" });
}

function openOnce(files: { readonly openapi: string; readonly asyncapi?: string }): Description {
  const cwd = path.join(import.meta.dirname, "../../../..");
  const description = opened.get(files.openapi) ?? openDescription({ cwd, ...files });
  opened.set(files.openapi, description);
  return description;
}
