// Bundles the packages too, which Vite would leave to Node otherwise.
export default { ssr: { noExternal: true } };
