import { register } from '../core/registering.ts';
import { hrefTo } from '../core/router.ts';
import { browserStorage } from '../core/storage.ts';
import { WORDS } from '../core/words.ts';
import { NameForm } from './name-form.tsx';

interface SitDownProps {
  /** heading of a part of a page; left out: it is the page itself */
  purpose?: string;
  onSeated?(): void;
}

/** Registers a player. Without a name it is a guest. */
export function SitDown({ purpose, onSeated }: SitDownProps) {
  const sitDown = async (name: string) => {
    const answer = await register(name);
    if (answer.ok) onSeated?.();
    return answer;
  };
  return (
    <section class={purpose === undefined ? 'panel' : 'panel on-screen'} aria-labelledby="start">
      {purpose === undefined ? <h1 id="start">{WORDS.start.title}</h1> : <h2 id="start">{purpose}</h2>}
      <p>
        {WORDS.start.text} {browserStorage.keeps && WORDS.start.kept}
      </p>
      <NameForm label={WORDS.start.name} go={WORDS.start.go} isOptional isMain onName={sitDown} />
      <p>
        <a href={hrefTo('me')}>{WORDS.start.back}</a>
      </p>
    </section>
  );
}
