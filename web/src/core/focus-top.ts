/** Moves the focus to the top of the content. Call it before the focused element disappears. */
export function focusTop(): void {
  document.getElementById('content')?.focus();
}
