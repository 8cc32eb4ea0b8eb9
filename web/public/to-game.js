// For /g/<id>, which link previews read: gives the page the address of the game before it starts.
const game = location.pathname.split('/').at(-1);
history.replaceState(null, '', `../${location.hash || `#/g/${game}`}`);
