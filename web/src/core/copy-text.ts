/** The result of copying. `selected`: the browser refused, so the text is selected for the player to copy. */
export type Copied = 'copied' | 'selected';

/** Pages without HTTPS have no clipboard API, so `execCommand` is used there. */
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
