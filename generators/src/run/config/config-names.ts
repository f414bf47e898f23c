// What a configuration is called where nothing names it, in the order in which they are looked for.

export const configNames: readonly string[] = ["ts", "js", "mjs", "json"].map(
  (extension) => `waybill.config.${extension}`,
);
