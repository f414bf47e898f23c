// The description of this service, read from spec/ for the conformance kit.
import path from "node:path";
import { type Description, openDescription } from "@waybill/conformance";

const opened: Description[] = [];

/** Read once for all files of tests, with its schemas compiled. */
export function openOwnDescription(): Description {
  const cwd = path.join(import.meta.dirname, "../../../..");
  const description =
    opened[0] ?? openDescription({ cwd, openapi: "spec/openapi.yaml", asyncapi: "spec/asyncapi.yaml" });
  opened[0] = description;
  return description;
}

const openedPortal: Description[] = [];

/** That of the portal, likewise. */
export function ownPortalDescription(): Description {
  const cwd = path.join(import.meta.dirname, "../../../..");
  const description = openedPortal[0] ?? openDescription({ cwd, openapi: "spec/portal/openapi.yaml" });
  openedPortal[0] = description;
  return description;
}
