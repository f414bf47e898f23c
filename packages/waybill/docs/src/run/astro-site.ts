// The work folder -> Astro and Starlight, which build the site or serve it.
import { copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import starlight from "@astrojs/starlight";
import type { AstroInlineConfig, AstroIntegration } from "astro";
import { scriptHash } from "../finish/externals.ts";
import type { Settings } from "./settings.ts";

const packageFolder = path.join(import.meta.dirname, "../..");
const siteFolder = path.join(packageFolder, "site");

export interface AstroSite {
  readonly work: string;
  readonly name: string;
  readonly description: string;
  readonly settings: Settings;
  /** Where the command was called: guides and style sheets may be anywhere below. */
  readonly cwd: string;
}

export interface Built {
  /** The hashes of the scripts that components have inline: no text of a description or guide is among them. */
  readonly scripts: ReadonlySet<string>;
}

export async function buildWithAstro(site: AstroSite): Promise<Built> {
  process.env["ASTRO_TELEMETRY_DISABLED"] = "1";
  const { build } = await import("astro");
  // What renders the pages is run in the work folder, from where packages of packages are not found.
  const scripts = new Set<string>();
  const integrations = [inlineScripts(scripts)];
  const cwd = process.cwd();
  // Astro writes `.astro` into the working directory unless it builds below it, and renames files from there to the work folder, which
  // fails where the two are on different devices.
  process.chdir(site.work);
  try {
    await build({ ...configOf(site, { integrations, noExternal: true }), logLevel: "error" });
  } finally {
    process.chdir(cwd);
  }
  if (scripts.size === 0) throw new Error("no component was read: find out how Astro loads components now");
  return { scripts };
}

/** Collects the inline scripts of every component that Astro compiles. */
function inlineScripts(hashes: Set<string>): AstroIntegration {
  // Modules arrive compiled, so the component itself is read.
  const transform = (_code: string, file: string): void => {
    if (!file.endsWith(".astro")) return;
    const source = readFileSync(file, "utf8");
    for (const [, text = ""] of source.matchAll(/<script\b[^>]*\bis:inline\b[^>]*>([\s\S]*?)<\/script>/g))
      hashes.add(scriptHash(text));
  };
  const plugin = { name: "waybill-docs-scripts", transform };
  return {
    name: "waybill-docs-scripts",
    hooks: { "astro:config:setup": ({ updateConfig }) => void updateConfig({ vite: { plugins: [plugin] } }) },
  };
}

export interface Served {
  readonly address: string;
  /** Has the browsers load their page again. */
  readonly reload: () => void;
  readonly stop: () => Promise<void>;
}

export async function serveWithAstro(
  site: AstroSite,
  at: { readonly host: string; readonly port: number },
): Promise<Served> {
  process.env["ASTRO_TELEMETRY_DISABLED"] = "1";
  const { dev } = await import("astro");
  let reload = (): void => undefined;
  const reloading: AstroIntegration = {
    name: "waybill-docs-reload",
    hooks: {
      "astro:server:setup": ({ server }) => {
        reload = () => {
          // There may be other pages: Astro asks for their paths once, and again after this event, which it sends for its own content.
          for (const environment of Object.values(server.environments))
            environment.hot.send("astro:content-changed", {});
          server.ws.send({ type: "full-reload", path: "*" });
        };
      },
    },
  };
  const server = await dev({
    ...configOf(site, { integrations: [reloading], noExternal: ["js-yaml"] }),
    server: at,
    logLevel: "error",
  });
  const { address, port } = server.address;
  const host = address.includes(":") ? `[${address}]` : address;
  return { address: `http://${host}:${port}${site.settings.base}`, reload: () => reload(), stop: () => server.stop() };
}

interface Extra {
  readonly integrations: readonly AstroIntegration[];
  /** The packages that are bundled with the pages. */
  readonly noExternal: true | string[];
}

function configOf(
  { work, name, description, settings, cwd }: AstroSite,
  { integrations, noExternal }: Extra,
): AstroInlineConfig {
  const { base, site, logo, shell, language } = settings;
  linkPackages(work);
  // Where Expressive Code looks for it, since it has functions.
  copyFileSync(path.join(siteFolder, "ec.config.mjs"), path.join(work, "ec.config.mjs"));
  const componentPath = (name: string): string => path.join(siteFolder, `components/${name}.astro`);
  const styles = ["fonts", "theme", "authoring", "reference", "samples", "blocks", "try-it", "print"].map((style) =>
    path.join(siteFolder, `styles/${style}.css`),
  );
  return {
    configFile: false,
    root: work,
    srcDir: siteFolder,
    publicDir: path.join(work, "public"),
    outDir: builtFolder(work),
    cacheDir: path.join(work, "cache"),
    ...(site === null ? {} : { site }),
    base,
    trailingSlash: "always",
    // Neighbouring elements keep the space between them, and two builds the same bytes.
    compressHTML: false,
    devToolbar: { enabled: false },
    image: { service: { entrypoint: "astro/assets/services/noop" } },
    build: { format: "directory", inlineStylesheets: "never", assets: "_assets" },
    vite: {
      define: { __WAYBILL_DOCS__: JSON.stringify(work), __WAYBILL_WORDS__: JSON.stringify(settings.words) },
      cacheDir: path.join(work, "cache/vite"),
      logLevel: "warn",
      build: { assetsInlineLimit: 0 },
      server: { fs: { allow: [work, cwd, packageFolder, ...linked.map(folderOf)] } },
      environments: { prerender: { resolve: { noExternal } } },
    },
    integrations: [
      starlight({
        title: name,
        description,
        locales: { root: { label: language, lang: language, dir: directionOf(language) } },
        ...(logo === null || !existsSync(logo) ? {} : { logo: { src: logo, alt: "" } }),
        customCss: [...styles, path.join(work, "theme.css"), ...settings.styles],
        components: {
          ...Object.fromEntries(
            ["Header", "Search", "Sidebar", "PageTitle", "Pagination", "Footer"].map((one) => [
              one,
              componentPath(one),
            ]),
          ),
          ...Object.fromEntries(shell.components),
        },
        pagefind: false,
        credits: false,
        sidebar: [],
        routeMiddleware: path.join(siteFolder, "route-data.ts"),
        tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 3 },
        disable404Route: true,
      }),
      ownRoutes(settings),
      ...integrations,
    ],
  };
}

/** Of the script that the language is written in. */
function directionOf(language: string): "ltr" | "rtl" {
  const { script = "" } = new Intl.Locale(language).maximize();
  return ["Arab", "Hebr", "Thaa", "Syrc", "Nkoo", "Adlm"].includes(script) ? "rtl" : "ltr";
}

/** Pages of the team's own, in Astro, and its scripts. */
function ownRoutes({ shell }: Settings): AstroIntegration {
  return {
    name: "waybill-docs-routes",
    hooks: {
      "astro:config:setup": ({ injectRoute, injectScript }) => {
        for (const file of shell.scripts) injectScript("page", `import ${JSON.stringify(file)};`);
        for (const [sitePath, entrypoint] of shell.routes)
          injectRoute({ pattern: sitePath.replace(/(.)\/$/, "$1"), entrypoint });
      },
    },
  };
}

/** The folder that `buildWithAstro` has built. */
export function builtFolder(work: string): string {
  return path.join(work, "dist");
}

/** Astro looks for what integrations name from the folder of the site, which is not the folder of this package. */
function linkPackages(work: string): void {
  for (const name of linked) {
    const link = path.join(work, "node_modules", name);
    mkdirSync(path.dirname(link), { recursive: true });
    if (!existsSync(link)) symlinkSync(folderOf(name), link, "junction");
  }
}

const linked = ["astro", "@astrojs/starlight", "@fontsource-variable/geist", "@fontsource-variable/geist-mono"];

function folderOf(name: string): string {
  const manifest = findPackageJSON(name, import.meta.url);
  if (manifest === undefined) throw new Error(`${name} is not installed, though @waybill/docs needs it`);
  return realpathSync(path.dirname(manifest));
}

/**
 * Below the packages that Astro compiles: it takes the path of a file that shares no folder with that of the site for one inside of it,
 * and then does not find its styles.
 */
export function workFolder(): string {
  const [above = tmpdir()] = folderOf("astro").split(/[\\/]node_modules[\\/]/);
  return path.join(above, "node_modules/.cache", `waybill-docs-${process.pid}`);
}
