/** `selected`: the browser refused, the text is selected for manual copying. */
export type Copied = 'copied' | 'selected';

/** Plain HTTP pages have no clipboard API, so it falls back to the old command. */
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
