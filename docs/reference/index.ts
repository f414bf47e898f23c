// The descriptions -> the pages of the reference: one for each operation, event and schema.

export interface ReferencePage {
  /** From the root of the site: `/reference/http/orders/create-order/` */
  readonly path: string;
  readonly title: string;
  /** One plain sentence. */
  readonly description: string;
  /** The main content, without the shell. */
  readonly html: string;
  readonly headings: readonly { readonly depth: number; readonly slug: string; readonly text: string }[];
  /** The page's Markdown twin. */
  readonly markdown: string;
}

export interface ReferenceGroup {
  readonly label: string;
  readonly items: readonly {
    readonly label: string;
    readonly path: string;
    /** `GET` */
    readonly badge?: string;
  }[];
}

export interface Reference {
  readonly pages: readonly ReferencePage[];
  readonly navigation: readonly ReferenceGroup[];
  readonly css: string;
}

export interface ReferenceOptions {
  /** The folder of the description: `openapi.yaml`, `asyncapi.yaml` and what they refer to. */
  readonly spec: string;
}

export async function buildReference(_options: ReferenceOptions): Promise<Reference> {
  return { pages: [], navigation: [], css: "" };
}
