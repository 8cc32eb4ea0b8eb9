import { WORDS } from '../../core/words.ts';

/** Stands between two seats at one screen, so that no player sees the hand of the other. */
export function Curtain({ name, onOpen }: { name: string; onOpen(): void }) {
  return (
    <section class="panel curtain" aria-labelledby="curtain">
      <h2 id="curtain">{WORDS.curtain.title(name)}</h2>
      <p>{WORDS.curtain.text}</p>
      <button type="button" class="go" onClick={onOpen}>
        {WORDS.curtain.open(name)}
      </button>
    </section>
  );
}
