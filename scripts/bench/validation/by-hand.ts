// The check of an order that a person would write who knows the schema and wants it fast: the yardstick.

type Members = Readonly<Record<string, unknown>>;

export function isOrderByHand(value: unknown): boolean {
  if (!isMembers(value)) return false;
  return hasGoodNames(value) && hasGoodAmounts(value) && hasGoodTexts(value) && hasGoodParts(value);
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
const zip = /^[0-9]{5}$/;

const orderNames: ReadonlySet<string> = new Set(
  (
    "id number sourceNumber status paymentStatus source currency subtotal shipping tax total weight isGift giftMessage createdAt " +
    "updatedAt shippedAt carrier trackingNumber warehouse campaign email notes shipTo lines"
  ).split(" "),
);
const addressNames: ReadonlySet<string> = new Set("name street street2 city zip country".split(" "));
const lineNames: ReadonlySet<string> = new Set("sku quantity price".split(" "));

function hasOnly(value: Members, names: ReadonlySet<string>): boolean {
  for (const name of Object.keys(value)) if (!names.has(name)) return false;
  return true;
}

function hasGoodNames(order: Members): boolean {
  const { status, paymentStatus, source } = order;
  return (
    hasOnly(order, orderNames) &&
    (status === "AWAITING_PAYMENT" ||
      status === "AWAITING_SHIPMENT" ||
      status === "ON_HOLD" ||
      status === "SHIPPED" ||
      status === "DELIVERED" ||
      status === "CANCELLED") &&
    (paymentStatus === "PAID" || paymentStatus === "PENDING" || paymentStatus === "REFUNDED") &&
    (source === "api" || source === "import" || source === "invite") &&
    order["currency"] === "USD"
  );
}

function hasGoodAmounts({ subtotal, shipping, tax, total, weight, isGift }: Members): boolean {
  const isWeight = typeof weight === "number" && weight >= 0 && weight < Number.POSITIVE_INFINITY;
  return (
    isCents(subtotal) && isCents(shipping) && isCents(tax) && isCents(total) && isWeight && typeof isGift === "boolean"
  );
}

function hasGoodTexts(order: Members): boolean {
  const { email, notes, giftMessage, shippedAt } = order;
  return (
    isText(order["id"], 1, 80) &&
    isText(order["number"], 1, 80) &&
    isTextOrNull(order["sourceNumber"]) &&
    isMoment(order["createdAt"]) &&
    isMoment(order["updatedAt"]) &&
    (shippedAt === null || isMoment(shippedAt)) &&
    isTextOrNull(order["carrier"]) &&
    isTextOrNull(order["trackingNumber"]) &&
    isText(order["warehouse"], 1, 80) &&
    isText(order["campaign"], 1, 80) &&
    isText(email, 3, 254) &&
    (notes === undefined || isText(notes, 0, 2000)) &&
    (giftMessage === undefined || giftMessage === null || isText(giftMessage, 0, 500))
  );
}

function hasGoodParts({ shipTo, lines }: Members): boolean {
  if (!isAddress(shipTo) || !Array.isArray(lines) || lines.length < 1 || lines.length > 100) return false;
  for (const line of lines) if (!isLine(line)) return false;
  return true;
}

function isAddress(value: unknown): boolean {
  if (!isMembers(value) || !hasOnly(value, addressNames)) return false;
  const { name, street, street2, city, country } = value;
  const isPlace = isText(name, 1, 80) && isText(street, 1, 80) && isTextOrNull(street2) && isText(city, 1, 80);
  return (
    isPlace &&
    typeof value["zip"] === "string" &&
    zip.test(value["zip"]) &&
    (country === "US" || country === "CA" || country === "MX")
  );
}

function isLine(value: unknown): boolean {
  if (!isMembers(value) || !hasOnly(value, lineNames)) return false;
  const { sku, quantity, price } = value;
  const isQuantity = typeof quantity === "number" && Number.isInteger(quantity) && quantity >= 1 && quantity <= 999;
  return isText(sku, 1, 80) && isQuantity && isCents(price);
}

function isCents(value: unknown): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= 100_000_000;
}

function isMoment(value: unknown): boolean {
  return typeof value === "string" && moment.test(value);
}

function isTextOrNull(value: unknown): boolean {
  return value === undefined || value === null || typeof value === "string";
}

/** Characters, not the units JavaScript counts: a person looks twice only where it matters. */
function isText(value: unknown, least: number, most: number): boolean {
  if (typeof value !== "string" || value.length < least) return false;
  const isSafe = value.length >= 2 * least && value.length <= most;
  if (isSafe) return true;
  const length = [...value].length;
  return length >= least && length <= most;
}
