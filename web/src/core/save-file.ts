/** Long enough for a browser to have begun to read it. */
const KEPT_MS = 60_000;

/** Hands a text to the browser as a file to be kept. */
export function saveFile(name: string, type: string, text: string | Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
