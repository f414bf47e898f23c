// Where the pages of the reference are: links to them last.
import type { SitePaths } from "@waybill/docs";

export const paths: SitePaths = {
  overview: "/reference/http/",
  authentication: "/reference/authentication/",
  operations: "/reference/http/",
  events: "/reference/events/",
  channels: "/reference/channels/",
  schemas: "/reference/schemas/",
};
