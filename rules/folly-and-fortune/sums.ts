/** As many numbers as bits of a word count without their sign. */
const BITS = 31;

/** The highest sum of some of these numbers, none of them negative, that is at most so much: 0 with none of them. */
export function highestSum(numbers: readonly number[], most: number): number {
  return most < BITS ? highestInWord(numbers, most) : highestInList(numbers, most);
}

/** Bit s says whether there is a sum s. A random game asks for thousands, and this takes no memory. */
function highestInWord(numbers: readonly number[], most: number): number {
  const within = 2 ** (most + 1) - 1;
  let sums = 1;
  for (const number of numbers) if (number <= most) sums |= (sums << number) & within;
  return BITS - Math.clz32(sums);
}

function highestInList(numbers: readonly number[], most: number): number {
  const sums = new Array<boolean>(most + 1).fill(false);
  sums[0] = true;
  for (const number of numbers) {
    for (let sum = most; sum >= number; sum--) sums[sum] ||= sums[sum - number] === true;
  }
  return sums.lastIndexOf(true);
}
