// Ten calls of a shop, as a user of each tool writes them: code without imports. `/*?*/` stands before what an editor is asked about.

export type Tool = "waybill" | "hey-api" | "orval";

/** What comes before the calls: once in a program. */
export const setups: Readonly<Record<Tool, string>> = {
  waybill: "const send = createSend({ baseUrl });",
  "hey-api": "client.setConfig({ baseUrl });",
  // It has no base URL in code: the configuration has one.
  orval: "",
};

export interface CallSite {
  readonly title: string;
  readonly code: Readonly<Record<Tool, string>>;
  /** A mistake, in all of them: what is replaced, and by what. */
  readonly mistake: readonly [string, string];
}

export const callSites: readonly CallSite[] = [
  {
    title: "Get one, or its 404",
    mistake: [".name", ".nmae"],
    code: {
      waybill: `const /*?*/response = await send(getProduct, { path: { productId } });
if (response.status === 200) console.log(response.body.name);
else if (response.status === 404) console.error(response.body.title);`,
      "hey-api": `const { /*?*/data, error, response } = await getProduct({ path: { productId } });
if (data) console.log(data.name);
else if (response?.status === 404) console.error(error.title);`,
      orval: `const /*?*/response = await getProduct(productId);
if (response.status === 200) console.log(response.data.name);
else if (response.status === 404) console.error(response.data.title);`,
    },
  },
  {
    title: "A list with filters",
    mistake: ["maxPrice: 900", 'maxPrice: "900"'],
    code: {
      waybill: `const list = throwing(send);
const { /*?*/data } = await list(listProducts, { query: { category: ["tea"], filter: { maxPrice: 900 } } });
console.log(data.length);`,
      "hey-api": `const { /*?*/data } = await listProducts({ query: { category: ["tea"], filter: { maxPrice: 900 } }, throwOnError: true });
console.log(data.data.length);`,
      orval: `const response = await listProducts({ category: ["tea"], filter: { maxPrice: 900 } });
if (response.status !== 200) throw new Error(response.data.title);
const { /*?*/data } = response.data;
console.log(data.length);`,
    },
  },
  {
    title: "All pages",
    mistake: [".name", ".nmae"],
    code: {
      waybill: `for await (const /*?*/product of pagesOf(send, listProducts, {})) console.log(product.name);`,
      "hey-api": `let cursor: string | null = "";
while (cursor !== null) {
  const { data: page }: { data: ListProductsResponse } = await listProducts({ query: cursor === "" ? {} : { cursor }, throwOnError: true });
  for (const /*?*/product of page.data) console.log(product.name);
  cursor = page.next_cursor;
}`,
      orval: `let cursor: string | null = "";
while (cursor !== null) {
  const response: listProductsResponse = await listProducts(cursor === "" ? {} : { cursor });
  if (response.status !== 200) throw new Error(response.data.title);
  for (const /*?*/product of response.data.data) console.log(product.name);
  cursor = response.data.next_cursor;
}`,
    },
  },
  {
    title: "Create, with what may be wrong by status",
    mistake: ['currency: "EUR"', 'currency: "GBP"'],
    code: {
      waybill: `const body = { sku: "TEA-0001", name: "Tea", price: { amount: 900, currency: "EUR" } } as const;
const /*?*/response = await send(createProduct, { body });
if (response.status === 422) console.error(response.body.issues);
if (response.status === 201) console.log(response.headers.ETag);`,
      "hey-api": `const body = { sku: "TEA-0001", name: "Tea", price: { amount: 900, currency: "EUR" } } as const;
const { data, /*?*/error, response } = await createProduct({ body });
if (response?.status === 422) console.error((error as ValidationProblem).issues);
if (data) console.log(response?.headers.get("ETag"));`,
      orval: `const body = { sku: "TEA-0001", name: "Tea", price: { amount: 900, currency: "EUR" } } as const;
const /*?*/response = await createProduct(body);
if (response.status === 422) console.error(response.data.issues);
if (response.status === 201) console.log(response.headers.get("ETag"));`,
    },
  },
  {
    title: "Change only what you have seen",
    mistake: ['name: "Green tea"', "name: 7"],
    code: {
      waybill: `const found = await send(getProduct, { path: { productId } });
const /*?*/changed = await send(updateProduct, { path: { productId }, ...ifMatch(found), body: { name: "Green tea" } });
console.log(changed.status);`,
      "hey-api": `const found = await getProduct({ path: { productId } });
const headers = { "If-Match": found.response?.headers.get("ETag") ?? "" };
const /*?*/changed = await updateProduct({ path: { productId }, headers, body: { name: "Green tea" } });
console.log(changed.response?.status);`,
      orval: `const found = await getProduct(productId);
const headers = { "If-Match": found.headers.get("ETag") ?? "" };
const /*?*/changed = await updateProduct(productId, { name: "Green tea" }, { headers });
console.log(changed.status);`,
    },
  },
  {
    title: "Upload a file",
    mistake: [".url)", ".link)"],
    code: {
      waybill: `const /*?*/response = await send(uploadImage, { path: { productId }, body: { file } });
if (response.status === 201) console.log(response.body.url);`,
      "hey-api": `// Its type of a part with contentMediaType is string.
const { /*?*/data } = await uploadImage({ path: { productId }, body: { file: file as unknown as string } });
if (data) console.log(data.url);`,
      orval: `const /*?*/response = await uploadImage(productId, { file });
if (response.status === 201) console.log(response.data.url);`,
    },
  },
  {
    title: "Download bytes",
    mistake: ["size", "length"],
    code: {
      waybill: `const response = await send(downloadImage, { path: { productId } });
if (response.status === 200) console.log(response./*?*/body.size);`,
      "hey-api": `const { /*?*/data } = await downloadImage({ path: { productId } });
if (data) console.log((data as Blob).size);`,
      orval: `const response = await downloadImage(productId);
if (response.status === 200) console.log(response./*?*/data.size);`,
    },
  },
  {
    title: "Follow events",
    mistake: [".status ===", ".statsu ==="],
    code: {
      waybill: `const { body } = await send(streamOrders, {});
if (Symbol.asyncIterator in body) for await (const { /*?*/data } of body) if (data.status === "shipped") console.log(data.id);`,
      "hey-api": `const { stream } = await streamOrders();
for await (const /*?*/event of stream) {
  const order: Order = JSON.parse(event.data);
  if (order.status === "shipped") console.log(order.id);
}`,
      orval: `// The response is complete when it resolves: a stream of events never is.
const /*?*/response = await streamOrders();
if (response.status === 200) console.log(response.data);`,
    },
  },
  {
    title: "Retry reads, and renew a token",
    mistake: ["Bearer", "Bearer"],
    code: {
      waybill: `let token = await login();
const plain = createSend({ baseUrl, authorize: () => ({ authorization: \`Bearer \${token}\` }) });
const renewing = withRefresh(plain, async () => {
  token = await login();
});
const /*?*/response = await withRetries(renewing)(listProducts, {});
console.log(response.status);`,
      "hey-api": `let token = await login();
const shop = createClient({
  baseUrl,
  auth: ({ scheme }) => (scheme === "bearer" ? token : undefined),
  fetch: async (request) => {
    for (let attempt = 0; ; attempt += 1) {
      const sent = (request as Request).clone();
      sent.headers.set("authorization", \`Bearer \${token}\`);
      const response = await fetch(sent).catch((error: unknown) => error);
      const mayHelp = response instanceof Response ? response.status >= 500 : true;
      if (response instanceof Response && response.status === 401 && attempt === 0) token = await login();
      else if (response instanceof Response && (!mayHelp || sent.method !== "GET" || attempt === 2)) return response;
      else if (attempt === 2 || sent.method !== "GET") throw response;
      await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** attempt));
    }
  },
});
const /*?*/response = await listProducts({ client: shop });
console.log(response.response?.status);`,
      orval: `let token = await login();
const sending = async (attempt = 0): Promise<listProductsResponse> => {
  const headers = { authorization: \`Bearer \${token}\` };
  const response = await listProducts({}, { headers }).catch((error: unknown) => {
    if (attempt === 2) throw error;
  });
  if (response?.status === 401 && attempt === 0) token = await login();
  else if (response !== undefined) return response;
  await new Promise((resolve) => setTimeout(resolve, 250 * 2 ** attempt));
  return sending(attempt + 1);
};
const /*?*/response = await sending();
console.log(response.status);`,
    },
  },
  {
    title: "Validate the response",
    mistake: [".name", ".nmae"],
    code: {
      waybill: `const checked = withValidation(send, { getProduct: getProductSchemas });
const /*?*/response = await checked(getProduct, { path: { productId } });
if (response.status === 200) console.log(response.body.name);`,
      "hey-api": `const responseValidator = (data: unknown) => zGetProductResponse.parseAsync(data);
const { /*?*/data } = await getProduct({ path: { productId }, responseValidator });
if (data) console.log(data.name);`,
      orval: `const response = await getProduct(productId);
if (response.status !== 200) throw new Error(String(response.status));
const /*?*/product = GetProductResponse.parse(response.data);
console.log(product.name);`,
    },
  },
];
