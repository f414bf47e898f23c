// The pairs of OpenAPITools/openapi-diff for which `waybill diff` has another verdict, each by its revision, with the reason.

const noScheme = "the descriptions are invalid (`type: http` without `scheme`), and errors are not compared";
const code = "generated code has another name; with `--wire` it is compatible";
const read = "code that reads the member no longer compiles";

export const differences: Readonly<Record<string, string>> = {
  "path_2.yaml": code,
  "bc_operation_changed_incompatible_operation_id.yaml": code,
  "bc_response_apiresponse_changed_but_compatible.yaml":
    "a success status arrives that code written for the base does not handle",
  "bc_response_minlength_changed_but_compatible.yaml":
    "validation against the base rejects the shorter texts that arrive",
  "bc_schema_changed_but_compatible.yaml": read,
  "bc_request_schema_props_put_increased.yaml": read,
  "bc_readonly_changed_but_compatible.yaml": "`readOnly` changes nothing in a response, where it is removed",
  "bc_writeonly_changed_but_compatible.yaml": "`writeOnly` changes nothing in a request, where it is removed",
  "bc_security_scheme_base.yaml": noScheme,
  "bc_security_scheme_changed_but_compatible.yaml": noScheme,
  "bc_security_scheme_in_changed.yaml": noScheme,
  "bc_security_scheme_type_changed.yaml": noScheme,
};
