const MANNERS = [
  ...['Able', 'Brave', 'Bright', 'Calm', 'Cheerful', 'Clever', 'Curious', 'Daring', 'Eager', 'Fair', 'Gentle', 'Glad'],
  ...['Happy', 'Honest', 'Jolly', 'Keen', 'Kind', 'Lively', 'Lucky', 'Merry', 'Nimble', 'Patient', 'Plucky', 'Polite'],
  ...['Quick', 'Quiet', 'Sunny', 'Swift', 'Tidy', 'Warm', 'Wise', 'Witty'],
] as const;

const ANIMALS = [
  ...['Badger', 'Bear', 'Beaver', 'Crane', 'Deer', 'Dolphin', 'Falcon', 'Ferret', 'Finch', 'Fox', 'Gecko', 'Hare'],
  ...['Hedgehog', 'Heron', 'Ibex', 'Jay', 'Koala', 'Lark', 'Lynx', 'Marten', 'Newt', 'Otter', 'Owl', 'Panda'],
  ...['Puffin', 'Raven', 'Robin', 'Seal', 'Swan', 'Tern', 'Turtle', 'Wren'],
] as const;

const NUMBERS = 10_000;

/** The name of a guest, drawn from the random end of the player's id: the same id always has the same name. */
export function guestName(id: string): string {
  const lot = Number.parseInt(id.slice(-8), 16);
  const manner = MANNERS[lot % MANNERS.length];
  const animal = ANIMALS[(lot >>> 5) % ANIMALS.length];
  return `${manner} ${animal} ${(lot >>> 10) % NUMBERS}`;
}
