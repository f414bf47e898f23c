// The samples of the API's operations, which the client's package has, as the site reads them.
export * from "../../packages/fulfillment/client/src/generated/samples/samples.gen.ts";
