// What "waybill/plugin" and "waybill/description" both export of the model: what a description means.
export type { Api } from "../model/api.ts";
export type {
  Example,
  Extensions,
  Header,
  HttpApi,
  HttpMethod,
  Link,
  MediaType,
  OAuthFlow,
  Operation,
  Parameter,
  ParameterPlace,
  RequestBody,
  Response,
  SecurityRequirement,
  SecurityScheme,
  Server,
  Status,
  StreamItem,
  Tag,
  Trigger,
} from "../model/http.ts";
export { everyOperationOf, httpMethods, isGroup, statusText, takesHeader } from "../model/http.ts";
export type {
  Channel,
  Correlation,
  Message,
  MessageExample,
  MessageOperation,
  MessagingApi,
  MessagingSecurityScheme,
  MessagingServer,
} from "../model/messaging.ts";
export type { PageEnd, Pagination, PaginationKind, RequestField, ResponseField } from "../model/pagination.ts";
export type {
  ArraySchema,
  EnumSchema,
  Json,
  NamedSchema,
  NumberSchema,
  ObjectSchema,
  Property,
  Schema,
  StringSchema,
  UnionSchema,
} from "../model/schema.ts";
export type {
  SecretFormat,
  Signature,
  SignatureList,
  SignatureScheme,
  SignedPart,
  SignedTimestamp,
} from "../model/signature.ts";
export { unreachable } from "../model/unreachable.ts";
export { childrenOf, resolvedSchema } from "../model/walk.ts";
