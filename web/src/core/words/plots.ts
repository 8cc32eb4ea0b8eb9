export const WORDS_OF_PLOTS = {
  asTable: 'As a table',
  above: 'above one half',
  below: 'below one half',
  even: 'no sign: about one half',
};
