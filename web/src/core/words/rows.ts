const number = new Intl.NumberFormat('en');

export const WORDS_OF_ROWS = {
  find: 'Find by name',
  found: (found: number, all: number) => `${number.format(found)} of ${number.format(all)} shown`,
  none: 'There is no player of that name.',
  scroll: 'Scroll or use the arrow keys for more rows.',
};
