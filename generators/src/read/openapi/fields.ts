// The fields of each OpenAPI object, 3.0 to 3.2, by the name that messages give the object: any other field is a misspelling or
// an extension.
export const fields = {
  "an OpenAPI document":
    "openapi info jsonSchemaDialect servers paths webhooks components security tags externalDocs $self",
  info: "title summary description termsOfService contact license version",
  "a server": "url description variables name",
  "a server variable": "enum default description",
  components:
    "schemas responses parameters examples requestBodies headers securitySchemes links callbacks pathItems mediaTypes",
  "a path item":
    "$ref summary description get put post delete options head patch trace query additionalOperations servers parameters",
  "an operation":
    "tags summary description externalDocs operationId parameters requestBody responses callbacks deprecated security servers",
  "a parameter":
    "name in description required deprecated allowEmptyValue style explode allowReserved schema example examples content",
  "a request body": "description content required",
  "a media type": "schema example examples encoding itemSchema prefixEncoding itemEncoding description",
  "a response": "summary description headers content links",
  "a header": "description required deprecated style explode schema example examples content",
  "an example": "summary description value externalValue dataValue serializedValue",
  "a link": "operationRef operationId parameters requestBody description server",
  "a security scheme":
    "type description name in scheme bearerFormat flows openIdConnectUrl oauth2MetadataUrl deprecated",
  flows: "implicit password clientCredentials authorizationCode deviceAuthorization",
  "a flow": "authorizationUrl deviceAuthorizationUrl tokenUrl refreshUrl scopes",
  "an encoding": "contentType headers style explode allowReserved encoding prefixEncoding itemEncoding",
  "a tag": "name description externalDocs summary parent kind",
} as const;
