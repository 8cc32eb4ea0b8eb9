export function fillStorage(): void {
  if (location.protocol === 'about:') return; // a new tab has no storage
  for (const area of [localStorage, sessionStorage]) {
    for (let size = 2 ** 23; size >= 1; ) {
      try {
        area.setItem(`filling ${area.length}`, 'x'.repeat(size));
      } catch {
        size /= 2;
      }
    }
  }
}
