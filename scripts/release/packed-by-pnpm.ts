// The `prepack` of every published package: stops npm, which would leave `workspace:*`, `catalog:` and the paths of sources in the
// manifest that users get. pnpm replaces them, and leaves this script out.
const packer = process.env["npm_config_user_agent"] ?? "";

if (!packer.startsWith("pnpm/")) {
  console.error("This package can only be packed by pnpm, which writes versions in place of workspace:* and catalog:");
  console.error("  npx -y pnpm@12 tarballs            builds and packs all packages into tarballs/");
  console.error(
    "  npx -y pnpm@12 release try         tries a whole release; scripts/release/README.md says how to make one",
  );
  process.exit(1);
}
