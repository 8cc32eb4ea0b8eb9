import { WORDS } from '../../core/words.ts';

/** Between two seats at one screen, so that no hand is visible to the wrong player. */
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
