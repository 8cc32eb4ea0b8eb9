const ICONS = { usual: './icon.svg', turn: './icon-turn.svg' };

/** What the tab of the browser shows: a title, and whether somebody is waited for. */
export function setTab(title: string, isTurn: boolean): void {
  document.title = title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon !== null) icon.href = isTurn ? ICONS.turn : ICONS.usual;
}
