const NUMBER = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });

export function counted(n: number, thing: string, things = `${thing}s`, number = NUMBER): string {
  const shown = number.format(n);
  return `${shown} ${/^[+−-]?1$/.test(shown) ? thing : things}`;
}
