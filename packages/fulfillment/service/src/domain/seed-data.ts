// What a demo account has: made-up goods in two warehouses, and people at example.com.
import type { Recipient } from "@fulfillment/types";

export const campaignTitle = "Welcome kits";

/** In the order of their aliases, in which orders are routed. */
export const warehouses: readonly { readonly alias: string; readonly name: string }[] = [
  { alias: "columbus", name: "Columbus, Ohio" },
  { alias: "reno", name: "Reno, Nevada" },
];

export interface SeedProduct {
  readonly sku: string;
  readonly title: string;
  /** The stock in each of `warehouses`. */
  readonly stock: readonly number[];
}

/** More than any test or benchmark orders. */
const plenty = 1_000_000;

/** What is plentiful comes first. */
export const products: readonly SeedProduct[] = [
  { sku: "MUG-OAT-350", title: "Stoneware mug, oat, 350 ml", stock: [plenty, plenty] },
  { sku: "TEE-NVY-M", title: "T-shirt, navy, M", stock: [plenty, plenty] },
  { sku: "TOT-ECR-38", title: "Cotton tote, ecru, 38 cm", stock: [plenty, plenty] },
  { sku: "NBK-DOT-A5", title: "Notebook, dotted, A5", stock: [plenty, plenty] },
  { sku: "SCK-WOL-M", title: "Wool socks, M", stock: [0, plenty] },
  { sku: "BTL-SLT-500", title: "Steel bottle, slate, 500 ml", stock: [3, 12] },
];

export interface SeedInvite {
  /** An invite without an address is a link that anyone may have been given. */
  readonly addressed: boolean;
  readonly recipient: Recipient;
}

export const invites: readonly SeedInvite[] = [
  {
    addressed: true,
    recipient: {
      firstName: "Jonas",
      lastName: "Pereira",
      email: "jonas.pereira@example.com",
      phone: "+1 614 555 0118",
      street1: "902 Larkspur Street",
      city: "Columbus",
      state: "OH",
      postalCode: "43215",
      country: "US",
    },
  },
  {
    addressed: true,
    recipient: {
      firstName: "Mara",
      lastName: "Lindqvist",
      email: "mara.lindqvist@example.com",
      phone: "+1 503 555 0142",
      street1: "418 Juniper Lane",
      city: "Portland",
      state: "OR",
      postalCode: "97205",
      country: "US",
    },
  },
  {
    addressed: false,
    recipient: {
      firstName: "Theo",
      lastName: "Abara",
      email: "theo.abara@example.com",
      phone: null,
      street1: "77 Quarry Road",
      city: "Dayton",
      state: "OH",
      postalCode: "45402",
      country: "US",
    },
  },
];
