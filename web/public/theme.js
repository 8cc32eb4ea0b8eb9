// Applies the stored theme before the first paint, so that the page does not flash in other colors.
try {
  document.documentElement.dataset.theme = JSON.parse(localStorage.getItem('croupier settings')).theme;
} catch {
  // storage is empty or blocked
}
