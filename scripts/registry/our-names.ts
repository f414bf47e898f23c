// What is published from this workspace, as patterns of names.

export const ourNames: readonly string[] = ["@fulfillment/*", "@waybill/*", "waybill"];
