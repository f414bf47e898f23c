// The target `tanstack-query`: operations -> keys, query options, infinite queries and mutations for TanStack Query, as plain objects
// that the adapters of React, Vue, Solid and Svelte take alike.
import { defineTarget, type Target } from "waybill/plugin";
import { filesOf } from "./files.ts";
import { accepts, defaults, type QueryTargetOptions } from "./options.ts";

const tanstackQuery: Target<QueryTargetOptions, "tanstack-query"> = defineTarget({
  name: "tanstack-query",
  summary: "keys, query options, infinite queries and mutations for TanStack Query",
  needs: ["types", "client"],
  document: "openapi",
  options: defaults,
  accepts,
  render: ({ http }, context) => (http === null || http.operations.length === 0 ? [] : filesOf(http, context)),
});

export default tanstackQuery;
