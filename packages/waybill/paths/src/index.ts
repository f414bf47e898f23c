// The target `paths`: an OpenAPI document -> the `paths` type that openapi-fetch and its family take.
import { defineTarget, type Target, valuesUnlikeJson } from "waybill/plugin";
import { filesOf } from "./paths-files.ts";
import { accepts, defaults, type PathsOptions } from "./style.ts";

const paths: Target<PathsOptions, "paths"> = defineTarget({
  name: "paths",
  summary: "the `paths` type, for openapi-fetch and related libraries",
  needs: [],
  document: "openapi",
  // A member with a default is optional, and `type: object` alone has members that are not described.
  options: { ...defaults, defaultNonNullable: false, emptyObjectsUnknown: true },
  accepts,
  // These libraries convert no values.
  refuses: valuesUnlikeJson,
  render: filesOf,
});

export type { PathsOptions };
export default paths;
