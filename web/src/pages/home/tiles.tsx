import type { RulesetSummary } from '../../core/api.ts';
import { hrefTo } from '../../core/router.ts';
import { WORDS_OF_LESSONS } from '../../core/words/lesson.ts';
import { WORDS } from '../../core/words.ts';
import { Icon } from '../../parts/icon.tsx';
import { Scene } from '../../parts/scene.tsx';

interface TilesProps {
  rulesets: readonly RulesetSummary[];
  onStart(ruleset: RulesetSummary): void;
  /** creates a game with a link for a friend */
  onInvite(ruleset: RulesetSummary): void;
  onLearn(ruleset: RulesetSummary): void;
}

const words = WORDS.rulesets;

/** A tap on a tile starts the game with default options. The sign on the tile opens all options. */
export function Tiles({ rulesets, onStart, onInvite, onLearn }: TilesProps) {
  return (
    <section aria-labelledby="offers">
      <h2 id="offers">{words.title}</h2>
      <ul class="tiles">
        {rulesets.map((ruleset) => (
          <li key={ruleset.id}>
            <Scene of={ruleset.id} />
            <h3>{ruleset.name}</h3>
            <p>{ruleset.summary.split(':')[0]}</p>
            <small>
              <span>{words.seats(ruleset.seats)}</span>
              {ruleset.minutes !== null && <span>{words.minutes(ruleset.minutes)}</span>}
            </small>
            {ruleset.hasTutorial && (
              <button
                type="button"
                class="learn"
                aria-label={WORDS_OF_LESSONS.learnOf(ruleset.name)}
                onClick={() => onLearn(ruleset)}
              >
                {WORDS_OF_LESSONS.learn}
              </button>
            )}
            <a href={hrefTo('new', ruleset.id)} aria-label={words.moreOf(ruleset.name)}>
              {words.more}
            </a>
            {!ruleset.solo && (
              <button
                type="button"
                class="friend"
                aria-label={words.friendOf(ruleset.name)}
                onClick={() => onInvite(ruleset)}
              >
                {words.friend}
              </button>
            )}
            <button
              type="button"
              class="go"
              aria-label={ruleset.solo ? words.aloneOf(ruleset.name) : words.botsOf(ruleset.name)}
              onClick={() => onStart(ruleset)}
            >
              <Icon of="start" />
            </button>
          </li>
        ))}
      </ul>
      <p>
        <a href={hrefTo('rules')}>{words.complete}</a>
      </p>
    </section>
  );
}
