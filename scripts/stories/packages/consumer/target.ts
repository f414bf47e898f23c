// Where the service is, and what its account has; main.ts writes the real values over these.
export interface Target {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly campaignId: string;
  readonly sku: string;
}

export const target: Target = { baseUrl: "", apiKey: "", campaignId: "", sku: "" };
