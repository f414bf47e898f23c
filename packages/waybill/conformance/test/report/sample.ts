// A report with one of everything, and text in it that would like to be markup, XML or an escape sequence.
import type { Finding } from "../../src/finding.ts";
import type { Cell } from "../../src/ledger/ledger.ts";
import type { RunReport } from "../../src/run/run-report.ts";

/** Ends an element, an attribute, a CDATA section, colours a terminal, and turns its text around. */
export const hostile = `</script><img src=x onerror=alert(1)> "' & ]]> \u001b[31m\u0000\u202e`;

export function finding(changes: Partial<Finding> = {}): Finding {
  return {
    check: "invalid-body",
    message: "getOrder 200: /status must be equal to one of the allowed values",
    found: '"LOST"',
    subject: "getOrder",
    where: "spec/paths/orders.yaml:41:5",
    evidence: {
      curl: `curl -i 'http://127.0.0.1:8080/v1/orders/o1' -H "Authorization: Bearer $WAYBILL_KEY"`,
      shown: '200 application/json\n{"id":"o1","status":"LOST"}',
    },
    caseId: "getOrder/valid",
    ...changes,
  };
}

export function cell(id: string, changes: Partial<Cell> = {}): Cell {
  const [subject = "", status = null, part = null] = id.split(" ");
  const kind = status === null ? "message" : part === null ? "status" : part.includes("/") ? "media-type" : "header";
  const route = status === null ? "" : `GET /v1/${subject}`;
  return { id, kind, subject, route, status, part, where: "spec/openapi.yaml:7:3", seen: 1, excuse: null, ...changes };
}

const failed = finding();
const delivered = finding({
  check: "bad-signature",
  message: `order.created ${hostile}`,
  found: null,
  subject: "order.created",
  evidence: { curl: null, shown: `POST /hook\nX-Webhook-Event: order.created\n\n${hostile}` },
  caseId: null,
});

export function report(changes: Partial<RunReport> = {}): RunReport {
  return {
    ok: false,
    url: "http://127.0.0.1:8080",
    seed: 7,
    milliseconds: 4210,
    requests: 612,
    deliveries: 1,
    checks: [],
    unmet: [],
    exchanges: [],
    cases: [
      {
        id: "getOrder/valid",
        phase: "valid",
        subject: "getOrder",
        milliseconds: 12.5,
        requests: 2,
        findings: [failed],
        skipped: null,
      },
      {
        id: "getOrder/status/'DELIVERED'",
        phase: "valid",
        subject: "getOrder",
        milliseconds: 1,
        requests: 2,
        findings: [],
        skipped: null,
      },
      {
        id: "getOrder/429",
        phase: "rate limit",
        subject: "getOrder",
        milliseconds: 0,
        requests: 0,
        findings: [],
        skipped: `no --spend-budget ${hostile}`,
      },
    ],
    findings: [failed, delivered],
    cells: [
      cell("getOrder 200", { seen: 12 }),
      cell("getOrder 200 application/json", { seen: 12 }),
      cell("getOrder 200 RateLimit-Reset", { seen: 0 }),
      cell("getOrder 429", { seen: 0 }),
      cell("getOrder 429 Retry-After", { seen: 0 }),
      cell("getOrder 500", { seen: 0, excuse: `it does not fail ${hostile}` }),
      cell("order.created", { seen: 3 }),
    ],
    complete: false,
    staleExcuses: [],
    notes: [`no other key was given ${hostile}`],
    ...changes,
  };
}
