/** `selected`: the browser refused, and the text is selected so that the player can copy it. */
export type Copied = 'copied' | 'selected';

/** Pages without HTTPS have no clipboard API, so the old command is used there. */
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
