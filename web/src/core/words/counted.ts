const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

/** “1 game”, “1,200 games”. `things`: an irregular plural. The displayed number decides: only “1” is singular. */
export function counted(n: number, thing: string, things = `${thing}s`, number = NUMBER): string {
  const shown = number.format(n);
  return `${shown} ${/^[+−-]?1$/.test(shown) ? thing : things}`;
}
