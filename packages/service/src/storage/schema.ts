// The tables of both databases, as Kysely types. Times are ISO 8601 text; flags are 0 or 1; ids are opaque text.
import type { Generated, InsertType, SelectType } from "kysely";

export interface Tables {
  accounts: Account;
  api_keys: ApiKey;
  campaigns: Campaign;
  products: Product;
  warehouses: Warehouse;
  stock: Stock;
  stock_events: StockEvent;
  orders: OrderRow;
  contacts: Contact;
  invites: Invite;
  subscriptions: Subscription;
  events: EventRow;
  deliveries: DeliveryRow;
  settings: Setting;
}

/** A new row: every column without a default. */
export type NewRow<Name extends keyof Tables> = {
  readonly [Column in keyof Tables[Name] as undefined extends InsertType<Tables[Name][Column]>
    ? never
    : Column]: SelectType<Tables[Name][Column]>;
};

interface Account {
  id: string;
  name: string;
  /** 0: deactivated; requests with its keys get a 401. */
  active: number;
  /** Requests per window; `null`: the service's default. */
  budget: number | null;
  /** How many orders the account has placed: the number of the next one, and, updated first, the lock that creates take turns by. */
  order_count: number;
  created_at: string;
}

interface ApiKey {
  id: string;
  account_id: string;
  /** SHA-256 of the key, in hex: the key itself is stored nowhere. */
  hash: string;
  /** The last four characters, so that people can distinguish keys. */
  ending: string;
  created_at: string;
  revoked_at: string | null;
}

interface Campaign {
  id: string;
  account_id: string;
  title: string;
  created_at: string;
}

interface Product {
  account_id: string;
  sku: string;
  title: string;
}

interface Warehouse {
  id: string;
  account_id: string;
  name: string;
  alias: string;
}

interface Stock {
  warehouse_id: string;
  account_id: string;
  sku: string;
  /** The stock in the warehouse. */
  on_hand: number;
  /** The part of it that is reserved for orders. */
  allocated: number;
}

interface StockEvent {
  id: Generated<number>;
  account_id: string;
  sku: string;
  warehouse_id: string;
  /** RECEIVED, SHIPPED or RETURNED. */
  kind: string;
  /** By how much `on_hand` changed. */
  quantity: number;
  order_id: string | null;
  at: string;
}

interface OrderRow {
  id: string;
  account_id: string;
  /** Counts up within the account: the order of lists. */
  number: number;
  campaign_id: string;
  status: string;
  warehouse_id: string;
  /** Not part of the order that the API shows, but of the address it goes to. JSON text, which any text can be written as. */
  street2: string;
  /** The order as the API returns it: JSON text, sent unchanged. */
  document: string;
}

interface Contact {
  id: string;
  account_id: string;
  campaign_id: string;
  email: string;
  document: string;
}

interface Invite {
  id: string;
  account_id: string;
  campaign_id: string;
  number: string | null;
  email: string | null;
  /** The default recipient of a redemption, as JSON text. */
  recipient: string;
  /** JSON text: `[{sku, quantity}]`. */
  cart: string;
  /** The order it became; `null` while the invite is open. */
  order_id: string | null;
}

interface Subscription {
  id: string;
  account_id: string;
  url: string;
  /** The parsed URL, which detects duplicates. */
  canonical_url: string;
  /** JSON text: names of events. */
  events: string;
  active: number;
  /** Encrypted. */
  secret: string;
  created_at: string;
  updated_at: string;
}

/** An event with deliveries that wait: deleted with the last of them. */
interface EventRow {
  id: Generated<number>;
  /** `order.created` */
  event: string;
  /** Of the body, in bytes. */
  size: number;
  created_at: string;
  /** The body to send: JSON text. Last, so that SQLite finds the other columns without reading it. */
  body: string;
}

interface DeliveryRow {
  id: Generated<number>;
  subscription_id: string;
  event_id: number;
  /** Until when a process has claimed it, in milliseconds of Unix time; 0: unclaimed. Used where several processes serve. */
  claimed_until: Generated<number>;
}

interface Setting {
  name: string;
  value: string;
}
