// `node docs/build/card.ts`: draws site/public/card.png, the picture that other sites show with a link, in Chromium. It is checked in;
// draw it again when the name or the colours change.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { launchChromium } from "../../scripts/testing/chromium-program.ts";
import { card } from "./card-size.ts";

const { resolve } = createRequire(import.meta.url);
const { width, height } = card;
const fontOf = (file: string): string => readFileSync(resolve(file)).toString("base64");
const sans = fontOf("@fontsource-variable/geist/files/geist-latin-wght-normal.woff2");
const mono = fontOf("@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2");

const html = `<!doctype html><html lang="en"><meta charset="utf-8"><style>
@font-face { font-family: sans; src: url(data:font/woff2;base64,${sans}); font-weight: 100 900; }
@font-face { font-family: mono; src: url(data:font/woff2;base64,${mono}); font-weight: 100 900; }
* { margin: 0; box-sizing: border-box; }
body { width: ${width}px; height: ${height}px; padding: 72px 80px; background: #111718; color: #f3f6f5; font-family: sans; }
header { display: flex; align-items: center; gap: 20px; font-size: 44px; font-weight: 650; letter-spacing: -0.03em; }
h1 { margin-top: 92px; font-size: 76px; font-weight: 640; line-height: 1.08; letter-spacing: -0.03em; }
p { margin-top: 36px; font-size: 31px; line-height: 1.4; color: #9aa6a6; }
code { position: absolute; left: 80px; bottom: 64px; font-family: mono; font-size: 25px; color: #74d8cc; }
</style><header><svg viewBox="0 0 32 32" width="64" height="64"><path d="M5 3h17l6 6v20H5z" fill="#2b9a90"/><path d="M22 3v6h6z"
fill="#0e3a37"/><path d="M9.5 13l2.8 9.5h1.6l2.6-6.7 2.6 6.7h1.6l2.8-9.5" fill="none" stroke="#111718" stroke-width="2.2"
stroke-linecap="round" stroke-linejoin="round"/></svg>Waybill</header>
<h1>Place an order.<br>Track every step.</h1>
<p>The Fulfillment Orders and Webhooks API, and the toolkit behind it.</p>
<code>POST /v1/orders/create → order.created → order.shipped</code></html>`;

const browser = await launchChromium();
try {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(html, { waitUntil: "load" });
  await page.evaluate("document.fonts.ready.then(() => undefined)");
  await page.screenshot({ path: path.join(import.meta.dirname, "../site/public/card.png") });
} finally {
  await browser.close();
}
