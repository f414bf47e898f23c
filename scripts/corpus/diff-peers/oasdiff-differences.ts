// The tests of oasdiff, and the pairs of our own for its other rules, for which `waybill diff` has another verdict: each with its reason.

export interface Difference {
  /** For a consumer who uses generated types and validates what arrives. */
  readonly reason: string;
  /** Names of tests, or of rules for pairs of our own. */
  readonly of: readonly string[];
}

export const differences: readonly Difference[] = [
  {
    reason: "generated code has another name (`operationId`); with `--wire` it is compatible",
    of: [
      "TestOperationIdRemoved",
      "TestOperationIdUpdated",
      "TestOperationIdAdded",
      "TestBreaking_OperationIdRemoved",
      "TestBreaking_OperationID",
      "TestBreaking_OperationIdAdded",
    ],
  },
  {
    reason: "a type of generated code is gone, since both directions are alike now; with `--wire` it is compatible",
    of: [
      "TestResponseOptionalWriteOnlyPropertyRemovedCheck",
      "TestResponseOptionalPropertyBecameNotWriteOnly",
      "TestResponseWriteOnlyPropertyBecameOptionalCheck",
      "TestResponseWriteOnlyPropertyBecameRequiredCheck",
      "TestResponseRequiredWriteOnlyPropertyRemoved",
    ],
  },
  {
    reason: "the schema of an alternative is gone, and with it a type of generated code",
    of: ["TestResponsePropertyAnyOfRemoved"],
  },
  {
    reason: "calls without credentials, or with the scopes of the base, are rejected",
    of: [
      "TestAPIGlobalSecurityyAdded",
      "TestAPISecurityAdded",
      "TestAPISecurityScopeAdded",
      "api-global-security-scope-added",
    ],
  },
  {
    reason: "credentials with the removed scope can no longer be obtained",
    of: ["api-security-component-oauth-scope-removed"],
  },
  { reason: "clients connect to the removed server", of: ["TestBreaking_Servers"] },
  {
    reason: "a client that asks for the old media type gets another one, or none",
    of: ["response-media-type-name-changed", "response-media-type-name-specialized"],
  },
  {
    reason: "code that sends or reads the member no longer compiles: it is no longer sent in this direction",
    of: [
      "TestBreaking_RequiredPropertyWriteOnlyEnabled",
      "TestRequestReadOnlyPropertyEnumValueRemovedCheck",
      "TestRequestReadOnlyPropertyMaxLengthDecreasedCheck",
      "TestRequestReadOnlyPropertyMaxDecreasedCheck",
      "TestRequestPropertyTypeChangedReadOnlyProperty",
      "TestRequestOptionalPropertyBecameReadOnly",
      "TestRequestRequiredPropertyBecameReadOnly",
      "TestResponseOptionalPropertyBecameWriteOnly",
      "response-required-property-became-write-only",
    ],
  },
  {
    reason: "requests without the member, which the base does not ask for, are rejected",
    of: [
      "TestBreaking_ReqBodyNewRequiredPropertyNew",
      "TestRequestPropertyMarkedOptional",
      "TestRequestRequiredPropertyBecameNonReadOnly",
    ],
  },
  {
    reason: "validation against the base rejects texts that the pattern of the base excludes",
    of: [
      "TestBreaking_DeletePatten",
      "TestBreaking_GeneralizedPattern",
      "TestResponsePropertyPatternChanged",
      "TestResponsePropertyPatternRemoved",
    ],
  },
  {
    reason: "an omitted value has another meaning",
    of: [
      "TestRequestBodyDefaultValueChanged",
      "TestRequestPropertyDefaultValueChanged",
      "TestRequestBodyDefaultValueRemoving",
      "TestResponsePropertyDefaultValueUpdatedCheck",
      "TestResponseSchemaDefaultValueUpdatedCheck",
    ],
  },
  {
    reason: "a default that is described now may always have applied, and no request is rejected",
    of: ["TestBreaking_SettingOptionalParamDefaultValue", "TestRequestParameterDefaultValueAdded"],
  },
  {
    reason: "a different member, or a different value, selects the alternative, also in generated types",
    of: [
      "TestRequestDiscriminatorUpdatedCheckPropertyNameChanging",
      "TestResponseDiscriminatorUpdatedCheckPropertyNameChanging",
      "request-body-discriminator-mapping-changed",
      "response-body-discriminator-mapping-changed",
    ],
  },
  {
    reason: "the same text in XML, in a form or in a header, but another type in code",
    of: [
      "TestRequestQueryParamMultiTypeToFormExplodeArraySafe",
      "TestRequestBodyTypeLooselyTypedCompatible",
      "TestResponseBodyTypeLooselyTypedCompatible",
      "response-property-type-compatible",
      "request-property-type-compatible",
      "response-header-type-compatible",
    ],
  },
  {
    reason: "a success status arrives that code written for the base does not handle",
    of: ["response-success-status-added"],
  },
  {
    reason: "the pair has another change that breaks",
    of: ["TestNewRequestNonPathParameter_DetectsNewPathsAndNewOperations", "api-major-version-not-bumped"],
  },
  {
    reason:
      "a lowered or unknown stability level breaks the policy; oasdiff allows a lower one for deprecated operations, or tests another rule",
    of: ["TestApiDeprecated_MessageIncludesSunsetAndStability", "TestRequestPropertyDeprecation_WithInvalidStability"],
  },
  {
    reason: "the revision corrects an invalid value of the base",
    of: [
      "TestBreaking_InvalidStabilityLevelInBase",
      "TestBreaking_SunsetModifiedFromInvalidForDeprecatedEndpoint",
      "TestBreaking_SunsetModifiedFromInvalidForDeprecatedParameter",
    ],
  },
  {
    reason: "the keyword does not apply to the type beside it, so no value is excluded; `waybill lint` warns",
    of: [
      "TestBreaking_ResponseMinItemsSmaller",
      "TestBreaking_AnyOf",
      "TestResponsePropertyFormatRemovedCheck",
      "TestRequestBodyMaxLengthIncreasedCheck",
      "TestRequestPropertyMaxDecreasedCheck",
      "TestRequestBodyMaxDecreasedCheck",
      "TestRequestBodyMinLengthIncreased",
      "TestRequestBodyFormatChangedCheck",
      "TestResponsePropertyTypeChangedCheck",
      "TestResponsePropertyFormatChangedCheck",
      "TestResponseSchemaTypeMultiCheck",
    ],
  },
  {
    reason: "a path parameter that the path does not have; it is a warning, and never sent",
    of: [
      "TestRequestParameterBecameEnum",
      "TestRequestParameterXExtensibleEnumValueRemoved",
      "TestRequestParameterMaxItemsDecreased",
      "TestRequestParameterMaxDecreased",
      "TestRequestParameterMinIncreased",
      "TestRequestPathParamTypeChanged",
      "TestRequestPathParamFormatChanged",
    ],
  },
  {
    reason: "the same values are accepted: another part of the `allOf`, or another alternative, says the same",
    of: ["TestBreaking_RequestPropertyAllOfAdded", "TestRequestBodyAnyOfMultiMediaTypeDetails"],
  },
  {
    reason: "a new optional member; undescribed values that the base allowed under its name do not count",
    of: ["TestRequestPropertyAllOfAdded_WithSources_Inline"],
  },
  { reason: "without its `enum`, the body accepts more values", of: ["TestBreaking_RequestBodyEnumRemoved"] },
  {
    reason: "consumers receive a webhook's request, so a required member in it is only a value that is always present",
    of: ["TestWebhookOperationChangesDetected"],
  },
  {
    reason:
      "the description is invalid (a parameter without `schema`, `type: http` without `scheme`), and errors are not compared",
    of: ["TestComponentSecurityTypeUpdated", "TestNewRequestNonPathParameter_DetectsNewRequiredPathsAndNewOperations"],
  },
];
