// The files of a target's runtime that have several of its modules.
import { clientRooms } from "./client/rooms.ts";
import { pathOfModule, type Room } from "./http/rooms.ts";
import { serverRooms } from "./server/rooms.ts";
import { webhookRooms } from "./webhooks/rooms.ts";

const roomsOf: Readonly<Record<string, readonly Room[]>> = {
  client: clientRooms,
  server: serverRooms,
  webhooks: webhookRooms,
};

/** The file that has a module of a target's runtime; `null` where it has a file of its own. */
export function roomOf({ target, path }: { readonly target: string; readonly path: string }): string | null {
  if (!path.endsWith(".gen.ts")) return null;
  const room = pathOfModule(path.slice(0, -".gen.ts".length), roomsOf[target] ?? []);
  return room === path ? null : room;
}
