// The server answers /g/<id> for link previews. In a browser this changes it to the address that the pages use.
const game = location.pathname.split('/').at(-1);
history.replaceState(null, '', `../${location.hash || `#/g/${game}`}`);
