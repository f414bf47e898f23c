// A media type of bytes -> the smallest file of that type, as programs that receive it can open.

/** Base64. Images have one pixel, a PDF has an empty page, a recording one silence; archives are empty. */
const files: Readonly<Record<string, string>> = {
  "image/png": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP4DwABAQEAHLCMmQAAAABJRU5ErkJggg==",
  "image/gif": "R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=",
  "image/jpeg":
    "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=",
  "image/webp": "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==",
  "image/svg+xml": base64Of('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'),
  "audio/wav": "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQIAAAAAAA==",
  "application/gzip": "H4sIAAAAAAACA0utSMwtyEkFAJ+b7G4HAAAA",
  "application/pdf": base64Of(pdf()),
  "application/zip": "UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==",
};

const sameFiles: Readonly<Record<string, string>> = {
  "image/jpg": "image/jpeg",
  "audio/x-wav": "audio/wav",
  "audio/wave": "audio/wav",
  "application/x-gzip": "application/gzip",
  "application/x-pdf": "application/pdf",
  "application/x-zip-compressed": "application/zip",
};

/** In base64: a file of the type, an empty element of XML, or else the word "example". */
export function fileSampleOf(mediaType: string): string {
  const type = mediaType
    .replace(/;[\s\S]*/, "")
    .trim()
    .toLowerCase();
  const name = sameFiles[type] ?? type;
  return files[name] ?? base64Of(/[/+]xml$/.test(type) ? "<example/>" : "example");
}

function base64Of(text: string): string {
  return btoa(text);
}

/** With the offsets of its objects, without which readers repair or refuse it. */
function pdf(): string {
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>",
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n${"0".repeat(10)} 65535 f \n${offsets.join("")}`;
  return `${text}${table}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
}
