const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/**
 * “1 game”, “1,200 games”. `things`: where the plural is not made with an s, or more words depend on the number. The number is as it
 * is shown: “1” alone is singular.
 */
export function counted(n: number, thing: string, things = `${thing}s`, number = NUMBER): string {
  const shown = number.format(n);
  return `${shown} ${/^[+−-]?1$/.test(shown) ? thing : things}`;
}
