/** How long the URL of the file is valid. Every browser has begun to read the file by then. */
const KEPT_MS = 60_000;

export function saveFile(name: string, type: string, text: string | Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
