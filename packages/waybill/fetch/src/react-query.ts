// A client of `paths` -> options and hooks of TanStack Query: the interface of openapi-react-query 0.5.
import {
  type DataTag,
  type InfiniteData,
  type QueryClient,
  type QueryFunctionContext,
  type SkipToken,
  type UseInfiniteQueryOptions,
  type UseInfiniteQueryResult,
  type UseMutationOptions,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  type UseSuspenseQueryOptions,
  type UseSuspenseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useSuspenseQuery,
} from "@tanstack/react-query";
import type {
  Client,
  FetchResponse,
  HttpMethod,
  InitParam,
  MaybeOptionalInit,
  MediaType,
  PathsWithMethod,
  RequiredKeysOf,
} from "./types.ts";

// biome-ignore-start lint/suspicious/noExplicitAny: `unknown` would reject interfaces, which have no index signature.
type AnyPaths = Record<string, any>;

/** The body of a success, and that of an error, which hooks have in `error`. */
type DataOf<Operation extends AnyPaths, Init, Media extends MediaType> =
  FetchResponse<Operation, Init, Media> extends infer Response
    ? Response extends { error?: never; data: infer Data }
      ? Data
      : never
    : never;
type ErrorOf<Operation extends AnyPaths, Init, Media extends MediaType> =
  FetchResponse<Operation, Init, Media> extends infer Response
    ? Response extends { data?: never; error: infer Failure }
      ? Failure
      : never
    : never;

/** `["get", "/orders/{id}", { params: … }]`. */
export type QueryKey<Method, Path, Init> = readonly [method: Method, path: Path, init: Init];

/** The options of a call, those of the query, and the client of TanStack Query. Not a spread of `InitParam`: nothing is inferred through that. */
type QueryArguments<Init, Options> =
  RequiredKeysOf<Init> extends never
    ? [call?: InitParam<Init>[0], options?: Options, queryClient?: QueryClient]
    : [call: InitParam<Init>[0], options?: Options, queryClient?: QueryClient];

/** What the client decides itself. */
type Decided = "queryKey" | "queryFn";

type QueryOptionsOf<Data, Failure, Selected, Key extends readonly unknown[]> = Omit<
  UseQueryOptions<Data, Failure, Selected, Key>,
  Decided
>;

/** Options for `useQuery`, `useQueries`, `fetchQuery` and the rest. */
type BuiltOptions<Data, Failure, Selected, Key extends readonly unknown[]> = QueryOptionsOf<
  Data,
  Failure,
  Selected,
  Key
> & {
  queryKey: DataTag<Key, Data, Failure>;
  queryFn: Exclude<UseQueryOptions<Data, Failure, Selected, Key>["queryFn"], SkipToken | undefined>;
};

/** What `select` makes of the data. */
type SelectedBy<Options, Data> = Options extends { select: (data: any) => infer Selected } ? Selected : Data;

type InfiniteOptionsOf<Data, Failure, Selected, Key extends readonly unknown[]> = Omit<
  UseInfiniteQueryOptions<Data, Failure, Selected, Key, unknown>,
  Decided
> & {
  /** The query parameter that names the page. Default: `cursor`. */
  pageParamName?: string;
};

/** The hooks of a client: `const { data, error } = api.useQuery("get", "/orders/{id}", { params: { path: { id } } });` */
export interface OpenapiQueryClient<Paths extends AnyPaths, Media extends MediaType = MediaType> {
  queryOptions<
    Method extends HttpMethod,
    Path extends PathsWithMethod<Paths, Method>,
    Init extends MaybeOptionalInit<Paths[Path], Method>,
    Selected = DataOf<Paths[Path][Method], Init, Media>,
  >(
    method: Method,
    path: Path,
    ...rest: [
      ...call: InitParam<Init>,
      options?: QueryOptionsOf<
        DataOf<Paths[Path][Method], Init, Media>,
        ErrorOf<Paths[Path][Method], Init, Media>,
        Selected,
        QueryKey<Method, Path, Init>
      >,
    ]
  ): NoInfer<
    BuiltOptions<
      DataOf<Paths[Path][Method], Init, Media>,
      ErrorOf<Paths[Path][Method], Init, Media>,
      Selected,
      QueryKey<Method, Path, Init>
    >
  >;
  useQuery<
    Method extends HttpMethod,
    Path extends PathsWithMethod<Paths, Method>,
    Init extends MaybeOptionalInit<Paths[Path], Method>,
    Options extends QueryOptionsOf<
      DataOf<Paths[Path][Method], Init, Media>,
      ErrorOf<Paths[Path][Method], Init, Media>,
      any,
      QueryKey<Method, Path, Init>
    >,
  >(
    method: Method,
    path: Path,
    ...rest: QueryArguments<Init, Options>
  ): UseQueryResult<
    SelectedBy<Options, DataOf<Paths[Path][Method], Init, Media>>,
    ErrorOf<Paths[Path][Method], Init, Media>
  >;
  useSuspenseQuery<
    Method extends HttpMethod,
    Path extends PathsWithMethod<Paths, Method>,
    Init extends MaybeOptionalInit<Paths[Path], Method>,
    Options extends Omit<
      UseSuspenseQueryOptions<
        DataOf<Paths[Path][Method], Init, Media>,
        ErrorOf<Paths[Path][Method], Init, Media>,
        any,
        QueryKey<Method, Path, Init>
      >,
      Decided
    >,
  >(
    method: Method,
    path: Path,
    ...rest: QueryArguments<Init, Options>
  ): UseSuspenseQueryResult<
    SelectedBy<Options, DataOf<Paths[Path][Method], Init, Media>>,
    ErrorOf<Paths[Path][Method], Init, Media>
  >;
  useInfiniteQuery<
    Method extends HttpMethod,
    Path extends PathsWithMethod<Paths, Method>,
    Init extends MaybeOptionalInit<Paths[Path], Method>,
    Selected = InfiniteData<DataOf<Paths[Path][Method], Init, Media>>,
  >(
    method: Method,
    path: Path,
    init: NonNullable<InitParam<Init>[0]>,
    options: InfiniteOptionsOf<
      DataOf<Paths[Path][Method], Init, Media>,
      ErrorOf<Paths[Path][Method], Init, Media>,
      Selected,
      QueryKey<Method, Path, Init>
    >,
    queryClient?: QueryClient,
  ): UseInfiniteQueryResult<Selected, ErrorOf<Paths[Path][Method], Init, Media>>;
  useMutation<
    Method extends HttpMethod,
    Path extends PathsWithMethod<Paths, Method>,
    Init extends MaybeOptionalInit<Paths[Path], Method>,
    Context = unknown,
  >(
    method: Method,
    path: Path,
    options?: Omit<
      UseMutationOptions<
        DataOf<Paths[Path][Method], Init, Media>,
        ErrorOf<Paths[Path][Method], Init, Media>,
        Init,
        Context
      >,
      "mutationKey" | "mutationFn"
    >,
    queryClient?: QueryClient,
  ): UseMutationResult<
    DataOf<Paths[Path][Method], Init, Media>,
    ErrorOf<Paths[Path][Method], Init, Media>,
    Init,
    Context
  >;
}

/** The body of the success of a method of such hooks. */
export type MethodResponse<
  Hooks extends OpenapiQueryClient<any, any>,
  Method extends HttpMethod,
  Path extends Hooks extends OpenapiQueryClient<infer Paths, infer _> ? PathsWithMethod<Paths, Method> : never,
  Init = object,
> =
  Hooks extends OpenapiQueryClient<infer Paths extends AnyPaths, infer Media extends MediaType>
    ? NonNullable<DataOf<Paths[Path][Method], Init, Media>>
    : never;

/** A call of any operation. */
type Call = (path: string, init: unknown) => Promise<{ data?: unknown; error?: unknown; response: Response }>;
type Key = readonly [method: string, path: string, init?: object];

export default function createClient<Paths extends {}, Media extends MediaType = MediaType>(
  client: Client<Paths, Media>,
): OpenapiQueryClient<Paths, Media>;
export default function createClient(client: object): object {
  /** Throws the body of an error, as TanStack Query expects of what it calls. */
  const success = async (method: string, path: string, init: unknown) => {
    const call: Call = Reflect.get(client, method.toUpperCase());
    const { data, error, response } = await call(path, init);
    if (error !== undefined) throw error;
    return { data, response };
  };
  const bodyOf = async (method: string, path: string, init: unknown): Promise<unknown> => {
    const { data, response } = await success(method, path, init);
    // A query whose data is `undefined` has failed.
    const isEmpty = response.status === 204 || response.headers.get("Content-Length") === "0";
    return isEmpty ? (data ?? null) : data;
  };
  const queryKeyOf = (method: string, path: string, init?: object): Key =>
    init === undefined ? [method, path] : [method, path, init];
  const queryFn = ({ queryKey: [method, path, init], signal }: QueryFunctionContext<Key>): Promise<unknown> =>
    bodyOf(method, path, { signal, ...init });
  const queryOptions = (method: string, path: string, init?: object, options?: object) => ({
    queryKey: queryKeyOf(method, path, init),
    queryFn,
    ...options,
  });
  return {
    queryOptions,
    useQuery: (method: string, path: string, init?: object, options?: object, queryClient?: QueryClient) =>
      useQuery(queryOptions(method, path, init, options), queryClient),
    useSuspenseQuery: (method: string, path: string, init?: object, options?: object, queryClient?: QueryClient) =>
      useSuspenseQuery(queryOptions(method, path, init, options), queryClient),
    useInfiniteQuery: (
      method: string,
      path: string,
      init: PagedInit | undefined,
      { pageParamName = "cursor", ...options }: InfiniteOptionsOf<unknown, unknown, unknown, Key>,
      queryClient?: QueryClient,
    ) =>
      useInfiniteQuery(
        {
          ...options,
          queryKey: queryKeyOf(method, path, init),
          queryFn: ({ pageParam, signal }) => {
            const query = { ...init?.params?.query, [pageParamName]: pageParam };
            return bodyOf(method, path, { signal, ...init, params: { ...init?.params, query } });
          },
        },
        queryClient,
      ),
    useMutation: (method: string, path: string, options?: object, queryClient?: QueryClient) =>
      useMutation(
        {
          mutationKey: queryKeyOf(method, path),
          mutationFn: async (init: unknown) => (await success(method, path, init)).data,
          ...options,
        },
        queryClient,
      ),
  };
}
// biome-ignore-end lint/suspicious/noExplicitAny: see above.

interface PagedInit {
  readonly params?: { readonly query?: object };
}
