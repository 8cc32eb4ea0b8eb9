/** Moves the focus to the top of the content when the focused element disappears. */
export function goOnFromTop(): void {
  document.getElementById('content')?.focus();
}
