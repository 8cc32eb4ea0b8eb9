const ICONS = { usual: './icon.svg', turn: './icon-turn.svg' };

const tab = { title: document.title, waiting: 0 };

/** Sets title and icon of the tab. With `isTurn` the icon shows that the player has a turn. */
export function setTab(title: string, isTurn: boolean): void {
  tab.title = title;
  showTitle();
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon !== null) icon.href = isTurn ? ICONS.turn : ICONS.usual;
}

/** Shows in front of the title how many games wait for the player. The caller passes 0 if no other game waits. */
export function setWaiting(games: number): void {
  tab.waiting = games;
  showTitle();
}

function showTitle(): void {
  document.title = tab.waiting > 0 ? `(${tab.waiting}) ${tab.title}` : tab.title;
}
