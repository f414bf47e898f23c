// What is the same in every order of a run: when it happens, to whom it goes, of what it is, who carries it.

/** It is always this moment, Unix milliseconds: every timestamp can be foreseen. */
export const now: number = Date.UTC(2031, 4, 6, 7, 8, 9, 10);
export const at: string = new Date(now).toISOString();

export const recipient = {
  firstName: "Mara",
  lastName: "Lindqvist",
  email: "mara.lindqvist@example.com",
  street1: "418 Juniper Lane",
  city: "Portland",
  state: "OR",
  zip: "97205",
} as const;

/** The only product that is ordered, and the alias of the only warehouse that has it. */
export const product = { sku: "TEE", title: "T-shirt, navy", warehouse: "west" } as const;

export const parcel = { carrier: "ups", tracking: "1Z54W8790342616817" } as const;
