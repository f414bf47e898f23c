// The type of the schemas of one operation, made from the type of its request.
import type * as z from "zod";

/** The schemas of an operation: the parts its request has, bodies by media type, and responses by status. */
export type OperationSchemas<Request = object> = ParameterSchemas<Request> &
  BodySchemas<Request> & {
    /** By code, range (`4XX`) or `default`, as the description lists them. */
    readonly responses: Readonly<Record<string, ResponseSchemas>>;
  };

export interface ResponseSchemas {
  readonly headers?: z.ZodType;
  /** By media type. */
  readonly body?: Readonly<Record<string, z.ZodType>>;
}

type ParameterSchemas<Request> = {
  readonly [Part in Exclude<keyof Request, "contentType" | "body">]: z.ZodType<Exclude<Request[Part], undefined>>;
};

/** Of a sequence, each item. */
type Judged<Body> = Body extends AsyncIterable<infer Item> ? Item : Body;

/** Not `Request extends …`: that would look at each media type of the request on its own. */
type BodySchemas<Request> = "body" extends keyof Request
  ? { readonly body: Readonly<Record<string, z.ZodType<Judged<Exclude<Request["body" & keyof Request], undefined>>>>> }
  : unknown;
