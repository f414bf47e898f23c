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
  users: User;
  sessions: Session;
  sign_in_failures: SignInFailure;
  sign_in_devices: SignInDevice;
  imports: Import;
  import_orders: ImportOrder;
  delivery_failures: DeliveryFailure;
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
  /** What people call it. */
  name: Generated<string | null>;
  /** How it begins; `null` for keys from before prefixes were stored. */
  prefix: Generated<string | null>;
  /** To the minute. */
  last_used_at: Generated<string | null>;
}

interface Campaign {
  id: string;
  account_id: string;
  title: string;
  created_at: string;
  /** Of its public page; `null`: there is none. */
  landing_token: Generated<string | null>;
  /** 1: the one campaign of the account that orders outside of all campaigns have. Not listed. */
  standalone: Generated<number>;
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
  /** `orderSource`; `null` for orders from before this column, until they are indexed. */
  source: Generated<string | null>;
  /** What the portal searches: text in lower case. `null` as above. */
  search: Generated<string | null>;
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
  /** SHA-256 of the token of its link, in hex; `null`: no link was issued. */
  token_hash: Generated<string | null>;
  created_at: Generated<string | null>;
  /** When the recipient last landed on the redemption page. */
  viewed_at: Generated<string | null>;
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

/** Who can sign in to the portal. */
interface User {
  id: string;
  account_id: string;
  /** In lower case. */
  email: string;
  name: string;
  /** OWNER or MEMBER. */
  role: string;
  /** With its parameters and its salt. */
  password_hash: string;
  active: number;
  created_at: string;
  last_sign_in_at: string | null;
}

interface Session {
  /** SHA-256 of the id in the cookie, in hex. */
  hash: string;
  user_id: string;
  /** Both in milliseconds of Unix time. */
  created_at: number;
  used_at: number;
}

interface SignInDevice {
  /** A hash of an e-mail address, and the address that its member signed in from. */
  subject: string;
  /** In milliseconds of Unix time. */
  last_at: number;
}

interface SignInFailure {
  /** Whose attempts are counted: a hash of an e-mail address, or a client address. */
  subject: string;
  count: number;
  /** Both in milliseconds of Unix time. */
  last_at: number;
  locked_until: number;
}

interface Import {
  id: string;
  account_id: string;
  campaign_id: string;
  file_name: string | null;
  /** How many orders it has, and what became of those that were reached. */
  orders: number;
  placed: number;
  failed: number;
  created_at: string;
  /** `null` while it is running. */
  finished_at: string | null;
}

interface ImportOrder {
  import_id: string;
  position: number;
  line: number;
  recipient: string;
  /** The order to place, as JSON text; empty once it was placed or has failed. */
  request: string;
  /** WAITING, PLACED or FAILED. */
  status: string;
  order_id: string | null;
  order_number: string | null;
  problem: string | null;
}

/** The latest failed deliveries of each subscription. */
interface DeliveryFailure {
  id: Generated<number>;
  subscription_id: string;
  event: string;
  at: string;
  status: number | null;
  error: string;
  /** The body that was sent; `null` for failures from before this column, and for large bodies. */
  payload: Generated<string | null>;
}
