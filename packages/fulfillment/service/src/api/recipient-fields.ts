// The fields of `shipTo`, for everything else that describes a recipient and has the same limits.

export const recipientFields = [
  "firstName",
  "lastName",
  "email",
  "phone",
  "street1",
  "street2",
  "city",
  "state",
  "zip",
] as const;

export type RecipientField = (typeof recipientFields)[number];

/** Something for each field that `shipTo` asks for and others may leave out. */
export const anyRecipient: Readonly<Partial<Record<RecipientField, string>>> = {
  firstName: "-",
  lastName: "-",
  email: "filler@example.com",
  street1: "-",
  city: "-",
  state: "-",
  zip: "-",
};
