import type { Game } from './api.ts';
import { seatNames } from './seat-names.ts';

const IRREGULAR: Readonly<Record<string, string>> = { is: 'are', has: 'have', was: 'were' };

/** "passes" becomes "pass". */
const withoutEnding = (verb: string) => IRREGULAR[verb] ?? verb.replace(/(?<=ss|sh|ch|x|z|o)es$|(?<!s)s$/, '');

/** Replaces the viewer's name by "you" in a sentence about an event. Returns the sentence unchanged for a spectator,
 * for a viewer with several seats, and if another name contains that of the viewer. */
export function toViewer(sentence: string, game: Pick<Game, 'seats' | 'you'>): string {
  const names = seatNames(game);
  const own = game.you.length === 1 ? names[game.you[0] ?? 0] : undefined;
  if (own === undefined || names.filter((name) => name.includes(own)).length > 1) return sentence;
  return inSecondPerson(sentence, own);
}

export function inSecondPerson(sentence: string, name: string): string {
  const literal = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const self = `(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`;
  const all = (pattern: string) => new RegExp(pattern, 'gu');
  const told = sentence
    .replace(all(`\\b[Tt]he ((?:(?!is\\b)\\w+ ){0,2}(?!is\\b)\\w+) of ${self}`), 'your $1')
    .replace(new RegExp(`^([^:;,]+) of ${self}`, 'u'), 'your $1')
    .replace(all(`${self}, who (\\w+), (\\w+)`), (_, one, other) => {
      return `you, who ${withoutEnding(one)}, ${withoutEnding(other)}`;
    })
    .replace(all(`(?<!\\b(?:of|on|by|for) )${self} (\\w+s)\\b`), (_, verb) => `you ${withoutEnding(verb)}`)
    .replace(all(self), 'you');
  const isSubject = new RegExp(`^${self} \\w+s\\b`, 'u').test(sentence);
  const whole = isSubject ? restOf(told) : told;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}

/** Adapts the rest of a sentence that begins with "you": "its" becomes "your", and verbs lose their ending. */
function restOf(sentence: string): string {
  return sentence
    .replace(/\bits\b/g, 'your')
    .replace(/\bit cannot\b/g, 'you cannot')
    .replace(/\band (\w+s)\b/g, (_, verb) => `and ${withoutEnding(verb)}`);
}
