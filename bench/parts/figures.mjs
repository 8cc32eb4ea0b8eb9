export function median(numbers) {
  return quantile(numbers, 0.5);
}

export function quantile(numbers, part) {
  const sorted = Float64Array.from(numbers).sort();
  const place = (sorted.length - 1) * part;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (high - low) * (place % 1);
}

export function thousands(number) {
  return Number.isNaN(number) ? '–' : Math.round(number).toLocaleString('en-US');
}

export function tableOf(head, rows) {
  const lines = rows.map((row) => row.map(String));
  const widths = head.map((title, i) => Math.max(title.length, ...lines.map((line) => line[i].length)));
  const isNumber = head.map((_, i) => lines.every((line) => /^(–|<?\d)/.test(line[i])));
  const written = (line) => line.map((cell, i) => (isNumber[i] ? cell.padStart(widths[i]) : cell.padEnd(widths[i])));
  return [head, ...lines].map((line) => written(line).join('  ').trimEnd()).join('\n');
}
