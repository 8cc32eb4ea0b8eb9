import { hash, randomInt, timingSafeEqual } from 'node:crypto';

/** 79 bits, in letters and digits that are not mistaken for each other */
const LENGTH = 16;
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

export function newInviteCode(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Whether somebody who names `asked` knows the code; how long it takes tells nothing of the code. */
export function opens(asked: string, code: string): boolean {
  return timingSafeEqual(hash('sha256', asked, 'buffer'), hash('sha256', code, 'buffer'));
}
