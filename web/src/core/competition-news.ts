import type { CompetitionEvent } from '../../../clients/typescript/src/index.ts';

export const TOPICS = ['competition', 'entries', 'rounds', 'games', 'standings', 'boards'] as const;

export type Topic = (typeof TOPICS)[number];

/** A counter for each topic. When it changes, a page reads that topic again. */
export type News = Readonly<Record<Topic, number>>;

export const NO_NEWS: News = { competition: 0, entries: 0, rounds: 0, games: 0, standings: 0, boards: 0 };

/** Returns the topics that an event changes, besides `competition`, which every event changes. */
export function topicsOf(type: CompetitionEvent['type']): readonly Topic[] {
  switch (type) {
    case 'competitionCreated':
    case 'verdictReached':
    case 'seedPublished':
      return [];
    case 'entryChanged':
      return ['entries'];
    case 'entryMade':
    case 'entryPaused':
    case 'entryResumed':
    case 'entryWithdrawn':
    case 'entryDisqualified':
      return ['entries', 'standings'];
    case 'roundPaired':
      return ['rounds', 'standings']; // an entry with a bye gets its points at once
    case 'gamesDealt':
      return ['rounds', 'games'];
    case 'gameCounted':
      return ['rounds', 'games', 'standings'];
    case 'boardClosed':
      return ['boards'];
    case 'competitionStarted':
    case 'roundEnded':
    case 'competitionEnded':
    case 'competitionAborted':
      return ['rounds', 'standings'];
    default:
      return type satisfies never;
  }
}

export function newsAfter(news: News, events: readonly CompetitionEvent[]): News {
  const old = new Set<Topic>(['competition', ...events.flatMap(({ type }) => topicsOf(type))]);
  return withNews(news, [...old]);
}

export function allIsNews(news: News): News {
  return withNews(news, TOPICS);
}

function withNews(news: News, topics: readonly Topic[]): News {
  return { ...news, ...Object.fromEntries(topics.map((topic) => [topic, news[topic] + 1])) };
}
