// Published descriptions that nothing can be generated from -> the codes of their mistakes. Any other error is a failure.
export const refusals: Readonly<Record<string, readonly string[]>> = {
  "clicksend.com.json": ["malformed-path"],
  "codat.io/accounting.json": ["invalid-keyword-value"],
  "codat.io/assess.json": ["wrong-kind"],
  "gambitcomm.local/mimic.json": ["ref-not-found"],
  "@readme/oas-examples/3.0/json/response-http-behavior.json": ["unknown-security-scheme"],
  "@readme/oas-examples/3.1/json/parameters-style.json": ["unsupported-feature"],
  "@readme/oas-examples/3.1/json/schema-encoding-style.json": ["unsupported-feature"],
  "@readme/oas-examples/3.1/json/schema-validation-local.json": ["unsupported-dialect"],
  "@readme/oas-examples/3.1/json/schema-validation-top-level.json": ["unsupported-dialect"],
};
