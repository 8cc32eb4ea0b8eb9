import type { Answer, Game } from '../../core/api.ts';
import { goTo, hrefTo } from '../../core/router.ts';
import { useCall } from '../../core/use-call.ts';
import { WORDS } from '../../core/words.ts';
import { rematchGame } from './endings.ts';

interface AfterwardsProps {
  game: Game;
  onAnswer(answer: Answer<Game>): void;
}

export default function Afterwards({ game: { id, status, ruleset, you }, onAnswer }: AfterwardsProps) {
  const { run, busy } = useCall();
  if (status !== 'finished' || you.length === 0) {
    return (
      <a class="act" href={hrefTo('new', ruleset)}>
        {WORDS.doings.another}
      </a>
    );
  }
  const again = async () => {
    let answer: Answer<Game> | null = null;
    await run(async () => {
      answer = await rematchGame(id);
      return answer;
    });
    const made = answer as Answer<Game> | null;
    if (made?.ok) goTo('g', made.value.id);
    else if (made !== null) onAnswer(made);
  };
  return (
    <button type="button" class="act go" disabled={busy} onClick={() => void again()}>
      {WORDS.doings.rematch}
    </button>
  );
}
