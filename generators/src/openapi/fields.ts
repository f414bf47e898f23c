// The fields of each OpenAPI object, 3.0 to 3.2: any other field is a misspelling or an extension.
export type ObjectName =
  | "document"
  | "info"
  | "server"
  | "serverVariable"
  | "components"
  | "pathItem"
  | "operation"
  | "parameter"
  | "requestBody"
  | "mediaType"
  | "response"
  | "header"
  | "example"
  | "link"
  | "securityScheme"
  | "oauthFlows"
  | "oauthFlow"
  | "encoding"
  | "tag";

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "));

export const fields: Readonly<Record<ObjectName, ReadonlySet<string>>> = {
  document: words("openapi info jsonSchemaDialect servers paths webhooks components security tags externalDocs $self"),
  info: words("title summary description termsOfService contact license version"),
  server: words("url description variables name"),
  serverVariable: words("enum default description"),
  components: words(
    "schemas responses parameters examples requestBodies headers securitySchemes links callbacks pathItems mediaTypes",
  ),
  pathItem: words(
    "$ref summary description get put post delete options head patch trace query additionalOperations servers parameters",
  ),
  operation: words(
    "tags summary description externalDocs operationId parameters requestBody responses callbacks deprecated security servers",
  ),
  parameter: words(
    "name in description required deprecated allowEmptyValue style explode allowReserved schema example examples content",
  ),
  requestBody: words("description content required"),
  mediaType: words("schema example examples encoding itemSchema prefixEncoding itemEncoding description"),
  response: words("summary description headers content links"),
  header: words("description required deprecated style explode schema example examples content"),
  example: words("summary description value externalValue dataValue serializedValue"),
  link: words("operationRef operationId parameters requestBody description server"),
  securityScheme: words(
    "type description name in scheme bearerFormat flows openIdConnectUrl oauth2MetadataUrl deprecated",
  ),
  oauthFlows: words("implicit password clientCredentials authorizationCode deviceAuthorization"),
  oauthFlow: words("authorizationUrl deviceAuthorizationUrl tokenUrl refreshUrl scopes"),
  encoding: words("contentType headers style explode allowReserved encoding prefixEncoding itemEncoding"),
  tag: words("name description externalDocs summary parent kind"),
};
