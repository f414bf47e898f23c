// `node:module` in the browser: the library that the engine loads when a description needs it comes with the program.
import { upgradeFromTwoToThree } from "@scalar/openapi-upgrader/2.0-to-3.0";

export { stripTypeScriptTypes } from "./rest.ts";

export function createRequire(): (name: string) => unknown {
  return (name) => {
    if (name === "@scalar/openapi-upgrader/2.0-to-3.0") return { upgradeFromTwoToThree };
    throw new TypeError(`there is no ${name} in a browser`);
  };
}

/** A configuration is no module in a browser. */
const nodeModule = {
  registerHooks(): never {
    throw new TypeError("there are no modules of a configuration in a browser");
  },
};
export default nodeModule;
