/** What `copyText` did: `selected`: the browser refuses to copy, and the text is selected to be copied by hand. */
export type Copied = 'copied' | 'selected';

/** Copies what a field shows. Pages that came over plain HTTP have no clipboard, so the old command is the second way. */
export async function copyText(field: HTMLInputElement | HTMLTextAreaElement): Promise<Copied> {
  try {
    await navigator.clipboard.writeText(field.value);
    field.select();
    return 'copied';
  } catch {
    field.focus();
    field.select();
    return document.execCommand('copy') ? 'copied' : 'selected';
  }
}
