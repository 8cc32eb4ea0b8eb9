/** The keyboard goes on from the top of what a page shows, where what had the focus is gone or about to go. */
export function goOnFromTop(): void {
  document.getElementById('content')?.focus();
}
