// Deliberate statements of the documentation about things that the API does not have, each with the reason.
import type { Exception } from "./check.ts";

const invented = "an example of a name that the toolkit makes for another description";

export const exceptions: readonly Exception[] = [
  { file: "docs/decisions/0003-names.md", said: "OrderLinesItem", why: invented },
  { file: "docs/decisions/0003-names.md", said: "CreateOrderRequestBody", why: invented },
  { file: "docs/decisions/0003-names.md", said: "getV1OrdersByOrderId", why: invented },
  { file: "docs/decisions/0018-request-and-response-forms.md", said: "SentOrderWritable", why: invented },
  { file: "docs/decisions/0018-request-and-response-forms.md", said: "ReturnedOrderReadable", why: invented },
  { file: "docs/decisions/0003-names.md", said: "FileDto", why: invented },
  { file: "docs/decisions/0003-names.md", said: "getJobs", why: invented },
  { file: "docs/decisions/0003-names.md", said: "getJobsSlash", why: invented },
  {
    file: "docs/decisions/0021-what-http-descriptions-leave-open.md",
    said: "X-Amz-Target",
    why: "a word of other descriptions, whose paths have fragments",
  },
  { file: "docs/decisions/0115-sign-in.md", said: "X-Portal-Request", why: "a header of the portal's API" },
  { file: "docs/diff.md", said: "/v1/orders", why: "the beginning of paths" },
  { file: "docs/cli.md", said: "/v1/orders", why: "the beginning of paths" },
  { file: "docs/configuration.md", said: "/v1/orders", why: "the beginning of paths" },
  { file: "docs/configuration.md", said: "/v1/stock", why: "a path of another description" },
  { file: "docs/errors/duplicate-parameter.md", said: "X-Trace", why: "a header of the description in the example" },
  { file: "docs/guides/client.md", said: "X-API-Key", why: "a header of other descriptions" },
  { file: "docs/guides/frameworks.md", said: "X-Served-By", why: "a header that programs of an example set" },
  { file: "docs/json-schema.md", said: "StrictTree", why: invented },
  { file: "docs/options.md", said: "/v1/orders", why: "the beginning of paths" },
  { file: "docs/options.md", said: "/v1/stock", why: "a path of another description" },
  {
    file: "docs/options.md",
    said: "CreateOrderReceived",
    why: "exists with an option that this repository does not use",
  },
  { file: "docs/options.md", said: "X-Next", why: "a header of another description" },
  { file: "docs/options.md", said: "OrderCodec", why: invented },
  { file: "docs/decisions/0035-options.md", said: "OrderCodec", why: invented },
  { file: "docs/options.md", said: "OrderDto", why: invented },
  { file: "docs/options.md", said: "OrderDtoSchema", why: invented },
  {
    file: "spec/open-decisions.md",
    said: "GET /v1/orders/create",
    why: "says what becomes of a path that is documented for another method",
  },
];
