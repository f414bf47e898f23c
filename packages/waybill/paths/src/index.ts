// The target `paths`: an OpenAPI document -> the `paths` type that openapi-fetch and its family take, by openapi-typescript.
// It reads the document itself instead of the model, so it can follow none of the options that change the model.
import { defineTarget, filtersOf, type Target, valuesUnlikeJson } from "waybill/plugin";

const paths: Target<object, "paths"> = defineTarget({
  name: "paths",
  summary: "the `paths` type of openapi-typescript, for openapi-fetch and related libraries",
  needs: [],
  document: "openapi",
  refuses: (apiOptions) => {
    if (filtersOf(apiOptions) !== null)
      return "is generated from the whole description by another tool, which include, exclude and deprecated do not reach";
    return valuesUnlikeJson(apiOptions);
  },
  // The compiler is loaded only when something is rendered.
  render: async (api, context) => (await import("./paths-files.ts")).renderPaths(api, context),
});

export default paths;
