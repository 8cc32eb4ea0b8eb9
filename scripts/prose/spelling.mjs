// Checks American spelling with Hunspell's dictionary and words.txt: names, terms and words of the API.
import { readFileSync } from 'node:fs';
import dictionary from 'dictionary-en';
import nspell from 'nspell';

const english = nspell(dictionary);
english.personal(readFileSync(new URL('words.txt', import.meta.url), 'utf8'));

/** Matches what has no words: colors, targets of links, tags, addresses, paths, names of files and flags. */
const NO_WORDS = /\b[\da-f]{6}\b|\]\([^)]*\)|<[^>]*>|https?:\S+|\S*[@#/_=\\{}$*]\S*|\S+\.\w\S*|--?\w[\w-]*/g;
const WORD = /(?<![\p{L}\d_.'’-])\p{L}[\p{L}'’]+(?![\p{L}\d_(])/gu;
const IDENTIFIER = /\p{Ll}\p{Lu}|^\p{Lu}+s?$/u;
const known = new Map();

/** Returns unknown words with their places in the text. */
export function misspelledIn(text) {
  const plain = text.replace(NO_WORDS, (found) => found.replace(/[^\n]/g, ' '));
  return [...plain.matchAll(WORD)].filter(({ 0: word }) => !isKnown(word));
}

function isKnown(written) {
  const word = written.replaceAll('’', "'").replace(/'s?$/, '');
  if (!known.has(word)) {
    const isCorrect = IDENTIFIER.test(word) || english.correct(word) || english.correct(word.toLowerCase());
    known.set(word, isCorrect);
  }
  return known.get(word);
}
