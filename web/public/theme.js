// Puts on the colours that were chosen in this browser before anything is drawn; the pages, which come later, keep the choice.
try {
  document.documentElement.dataset.theme = JSON.parse(localStorage.getItem('croupier settings')).theme;
} catch {
  // storage is empty or blocked
}
