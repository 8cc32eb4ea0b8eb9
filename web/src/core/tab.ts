const ICONS = { usual: './icon.svg', turn: './icon-turn.svg' };

/** `isTurn`: the icon shows that the player is awaited. */
export function setTab(title: string, isTurn: boolean): void {
  document.title = title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon !== null) icon.href = isTurn ? ICONS.turn : ICONS.usual;
}
