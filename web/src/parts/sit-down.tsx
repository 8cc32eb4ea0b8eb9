import { register } from '../core/registering.ts';
import { hrefTo } from '../core/router.ts';
import { browserStorage } from '../core/storage.ts';
import { WORDS } from '../core/words.ts';
import { NameForm } from './name-form.tsx';

interface SitDownProps {
  /** heading of this part of a page; left out: the form is the whole page */
  purpose?: string;
  /** takes the seat; left out: the page has no seat to take */
  onSeated?(): void;
}

/** Registers a player. Without a name it is a guest. */
export function SitDown({ purpose, onSeated }: SitDownProps) {
  const sitDown = async (name: string) => {
    const answer = await register(name);
    if (answer.ok) onSeated?.();
    return answer;
  };
  const { go, underName, asGuest } = WORDS.start;
  const words = onSeated === undefined ? { go: underName, nameless: asGuest } : { go };
  return (
    <section class={purpose === undefined ? 'panel' : 'panel on-screen'} aria-labelledby="start">
      {purpose === undefined ? <h1 id="start">{WORDS.start.title}</h1> : <h2 id="start">{purpose}</h2>}
      <p>
        {WORDS.start.text} {browserStorage.keeps && WORDS.start.kept}
      </p>
      <NameForm label={WORDS.start.name} {...words} isOptional isMain onName={sitDown} />
      <p>
        <a href={hrefTo('me')}>{WORDS.start.back}</a>
      </p>
    </section>
  );
}
