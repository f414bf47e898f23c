// The name of the folder of the runtime, and of what writes it in messages and manifests.

export const runtimeName = "runtime";

/** Has the same, with `runtime: "package"`. */
export const runtimePackage = "@waybill/runtime";
