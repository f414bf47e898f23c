// The description -> what the site's own pages say of its reference: the menu, and how much there is.
import { type NavigationGroup, referenceOf, siteMapOf } from "@waybill/docs";
import type { Description } from "./api.ts";
import { paths } from "./paths.ts";

export interface Reference {
  readonly navigation: readonly NavigationGroup[];
  /** How many operations lists show: those that differ in their method only are one. */
  readonly operations: number;
  readonly schemas: number;
}

export function readReference({ api, http }: Description): Reference {
  const map = siteMapOf(api, "/", paths);
  const samplesOf = () => ({ sources: [], invented: [], missing: [] });
  return {
    navigation: referenceOf(http.info.title, { map, samplesOf, source: null }, []).navigation,
    operations: new Set(http.operations.map((one) => map.ofOperation(map.standsFor(one)))).size,
    schemas: map.named.length,
  };
}
