// Real TLS connections: only a trusted certificate for the host is accepted, regardless of the environment.
import { Agent, request } from "undici";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createGuardedConnector } from "../../src/addresses/guarded-connect.ts";
import { type Certificate, type Receiver, selfSigned, startReceiver } from "./receivers.ts";
import { resolverOf } from "./vectors.ts";

const certificate = selfSigned("DNS:receiver.example,IP:127.0.0.1");
if (certificate === null)
  console.warn("Skipped: the tests that connect by TLS. There is no openssl to make a certificate.");

describe.skipIf(certificate === null)("a receiver with a certificate that signs itself", () => {
  let receiver: Receiver;
  const { key, cert }: Certificate = certificate ?? { key: "", cert: "" };
  const tls = { ca: cert };

  beforeAll(async () => {
    receiver = await startReceiver("127.0.0.1", { key, cert });
  });
  afterEach(() => void vi.unstubAllEnvs());
  afterAll(() => receiver.close());

  test("is refused", async () => {
    await expect(sent("receiver.example")).rejects.toMatchObject({ code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
  });

  test("is refused although the environment disables verification", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    await expect(sent("receiver.example")).rejects.toMatchObject({ code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
  });

  test("is connected to when it is trusted, for the requested name", async () => {
    expect(await sent("receiver.example", tls)).toBe("127.0.0.1");
    expect(receiver.serverNames.at(-1)).toBe("receiver.example");
  });

  test("is requested without the final dot of a name", async () => {
    expect(await sent("receiver.example.", tls)).toBe("127.0.0.1");
    expect(receiver.serverNames.at(-1)).toBe("receiver.example");
  });

  test("is requested without a name if the host is an address", async () => {
    expect(await sent("127.0.0.1", tls)).toBe("127.0.0.1");
    expect(receiver.serverNames.at(-1)).toBe(false);
  });

  test("is refused under a name that is not its own", async () => {
    await expect(sent("other.example", tls)).rejects.toMatchObject({ code: "ERR_TLS_CERT_ALTNAME_INVALID" });
  });

  async function sent(host: string, trusted?: { ca: string }): Promise<string> {
    const connect = createGuardedConnector({
      allowPrivate: true,
      resolve: resolverOf(["127.0.0.1"]),
      connectTimeoutMs: 30_000,
      ...(trusted === undefined ? {} : { tls: trusted }),
    });
    const dispatcher = new Agent({ connect });
    try {
      const { body } = await request(`https://${host}:${receiver.port}/`, { method: "POST", dispatcher });
      return await body.text();
    } finally {
      await dispatcher.destroy();
    }
  }
});
