// What Vite bundles: the validator that the plugin generates first.
export { OrderSchema } from "./gen/zod/index.gen.ts";
