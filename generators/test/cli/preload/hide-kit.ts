// Loaded before the command line in one test: the conformance kit is not installed.
import { registerHooks } from "node:module";

registerHooks({
  resolve(specifier, context, nextResolve) {
    // Where nothing is installed, Node says itself that it finds no package.
    const parentURL = specifier === "@waybill/conformance/command" ? "file:///" : context.parentURL;
    return nextResolve(specifier, { ...context, parentURL });
  },
});
