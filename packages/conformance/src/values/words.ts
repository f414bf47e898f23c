// The name of a member -> what people write there, so that a sample looks realistic.

/** A text for a member of this name; `null` for an unknown name. */
export function wordFor(name: string): string | null {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  const wordOf = (text: string): string | null => words.find(([ending]) => text.endsWith(ending))?.[1] ?? null;
  return wordOf(plain) ?? wordOf(plain.replace(/\d+$/, ""));
}

/** By the end of a name, the telling ones first: `shippingCity` and `city_name` are read alike. */
const words: readonly (readonly [ending: string, text: string])[] = [
  ["firstname", "Ada"],
  ["givenname", "Ada"],
  ["lastname", "Lovelace"],
  ["familyname", "Lovelace"],
  ["surname", "Lovelace"],
  ["username", "ada"],
  ["hostname", "example.com"],
  ["companyname", "Example Company"],
  ["company", "Example Company"],
  ["email", "ada.lovelace@example.com"],
  ["emailaddress", "ada.lovelace@example.com"],
  ["phone", "+1 202 555 0143"],
  ["phonenumber", "+1 202 555 0143"],
  ["street", "12 Main Street"],
  ["street2", "Apartment 4"],
  ["addressline2", "Apartment 4"],
  ["addressline", "12 Main Street"],
  ["address", "12 Main Street"],
  ["city", "Springfield"],
  ["cityname", "Springfield"],
  ["state", "IL"],
  ["region", "IL"],
  ["zip", "62701"],
  ["zipcode", "62701"],
  ["postalcode", "62701"],
  ["postcode", "62701"],
  ["countrycode", "US"],
  ["country", "US"],
  ["currency", "USD"],
  ["currencycode", "USD"],
  ["language", "en"],
  ["locale", "en-US"],
  ["timezone", "Europe/Paris"],
  ["url", "https://example.com/"],
  ["uri", "https://example.com/"],
  ["website", "https://example.com/"],
  ["color", "blue"],
  ["title", "A title"],
  ["description", "A description"],
  ["comment", "A comment"],
  ["note", "A note"],
  ["notes", "A note"],
  ["message", "A message"],
  ["name", "A name"],
];
