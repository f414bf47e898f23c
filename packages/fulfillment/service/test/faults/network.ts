// A network for tests: receivers on this machine, in the clear, under a name that the rules for webhook URLs allow.
import { connect } from "node:net";
import type { ServiceParts } from "../../src/operation/parts.ts";

/** A name kept for examples (RFC 2606): `https://receiver.example:4711/` is what listens on port 4711 of this machine. */
export const receiverHost = "receiver.example";

/** An address that the rules allow. It is looked up only: no connection goes there. */
const publicAddress = "93.184.215.14";

/**
 * The service then runs with its rules for URLs as in production, and delivers to tests all the same. No name is asked of
 * DNS, and connections to anything but `receiverHost` are refused.
 */
export const localNetwork: Pick<ServiceParts, "resolve" | "connect"> = {
  resolve: () => async () => [publicAddress],
  connect:
    () =>
    ({ hostname, port }, callback) => {
      const socket = connect({ host: "127.0.0.1", port: Number(port) });
      if (hostname !== receiverHost) socket.destroy(new Error(`tests deliver to ${receiverHost} only`));
      socket.once("error", (error) => callback(error, null));
      socket.once("connect", () => callback(null, socket));
    },
};
