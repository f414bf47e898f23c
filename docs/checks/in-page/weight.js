// The bytes of the page and of all it has loaded, as sent and as unpacked.
export default () => {
  const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  const sum = (of) => loaded.reduce((total, entry) => total + of(entry), 0);
  return {
    sent: sum(({ encodedBodySize }) => encodedBodySize),
    unpacked: sum(({ decodedBodySize }) => decodedBodySize),
    files: loaded.length,
  };
};
