import { useEffect, useRef, useState } from 'preact/hooks';
import type { CompetitionEvent } from '../../core/api.ts';
import { WORDS_OF_COMPETITION } from './competition-words.ts';

const WORDS = WORDS_OF_COMPETITION.announced;
/** Announcements within this time are read aloud as one. */
const TOGETHER_MS = 1_000;

export function News({ events }: { events: readonly CompetitionEvent[] }) {
  const [said, setSaid] = useState('');
  const told = useRef(events.at(-1)?.version ?? 0);
  const newest = events.at(-1)?.version ?? 0;
  useEffect(() => {
    const speaking = setTimeout(() => {
      const news = events.filter(({ version }) => version > told.current);
      told.current = newest;
      const sentences = sentencesOf(news);
      if (sentences !== '') setSaid(sentences);
    }, TOGETHER_MS);
    return () => clearTimeout(speaking);
  }, [newest]);
  return (
    <p class="sr" role="status">
      {said}
    </p>
  );
}

function sentencesOf(events: readonly CompetitionEvent[]): string {
  const entered = events.filter(({ type }) => type === 'entryMade').length;
  const counted = events.filter(({ type }) => type === 'gameCounted').length;
  const others = events.flatMap((event) => sentenceOf(event) ?? []);
  return [
    ...(entered === 0 ? [] : [WORDS.entered(entered)]),
    ...(counted === 0 ? [] : [WORDS.gamesCounted(counted)]),
    ...others,
  ].join(' ');
}

function sentenceOf(event: CompetitionEvent): string | null {
  switch (event.type) {
    case 'roundPaired':
      return WORDS.roundPaired(event.data.round);
    case 'roundEnded':
      return WORDS.roundEnded(event.data.round);
    case 'competitionStarted':
    case 'verdictReached':
    case 'competitionEnded':
    case 'competitionAborted':
      return WORDS[event.type];
    default:
      return null;
  }
}
