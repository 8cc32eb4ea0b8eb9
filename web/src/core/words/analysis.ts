import type { Schemas } from '../../../../clients/typescript/src/index.ts';
import { counted } from './counted.ts';

type Analysis = Schemas['Analysis'];
type Decision = Schemas['AnalysedDecision'];

const NUMBER = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const WHOLE = new Intl.NumberFormat('en');

function figure(value: number, measure: Analysis['measure']): string {
  return NUMBER.format(measure === 'chance' ? value * 100 : value);
}

interface Figures {
  value: number;
  interval: { low: number; high: number };
}

export const WORDS_OF_ANALYSIS = {
  tab: 'Analysis',
  title: 'Analysis',
  about:
    'How much each option was worth, judged only by what its player could know then. The rest of the game is played by a simple rule, many times.',
  begin: 'Analyze this game',
  beginAbout: 'The server does it when it is not busy. Everyone who looks at this game then sees it.',
  needsName: 'Sit down on the first page first.',
  unfinished: 'The game is not over. It can be analyzed when it is.',
  dayIsOpen: (until: string) => `Others may still play this game of the day. It can be analyzed from ${until}.`,
  statuses: {
    waiting: (ahead: number | null) =>
      ahead === null
        ? 'It waits for a server that analyzes games.'
        : ahead === 0
          ? 'It is the next to be worked out.'
          : `It waits: ${ahead === 1 ? 'one game is' : `${WHOLE.format(ahead)} games are`} before it.`,
    running: (judged: number, all: number | null) =>
      all === null
        ? 'Its decisions are counted.'
        : `${WHOLE.format(judged)} of ${counted(all, 'decision is', 'decisions are')} judged.`,
    done: (judged: number, inAll: number) =>
      judged === inAll
        ? inAll === 1
          ? 'The only decision is judged.'
          : `All ${WHOLE.format(inAll)} decisions are judged.`
        : `${WHOLE.format(judged)} of ${counted(inAll, 'decision is', 'decisions are')} judged: a game may have no more.`,
    failed: 'The house made a mistake. Ask for it again.',
    empty: 'No player had a decision in this game.',
  },
  again: 'Ask again',
  progress: 'How far it is',
  sure: (name: string, sure: number, all: number) =>
    `${name}: ${sure === 0 ? 'none' : WHOLE.format(sure)} of ${counted(all, 'decision seems', 'decisions seem')} to have given something away.`,
  chance: 'About one decision in forty looks like a mistake by chance alone.',
  seat: 'Whose decisions',
  everybody: 'everybody’s',
  onlySure: 'only certain losses',
  order: 'Order',
  orders: { game: 'as played', loss: 'biggest loss first' },
  decisions: 'Decisions',
  list: 'What each decision gave away',
  none: 'There is no such decision.',
  columns: {
    version: 'Version',
    who: 'Who',
    taken: 'Taken',
    best: 'Best',
    amount: { chance: 'Given away, in percentage points', score: 'Given away, in points' },
    plot: 'With its interval',
  },
  same: 'the same',
  decision: (version: number) => `Decision of version ${version}`,
  by: {
    player: (name: string) => name,
    bot: (name: string) => `${name}, by a bot`,
    clock: (name: string) => `${name}, by lot when the time was up`,
  } satisfies Record<Decision['by'], (name: string) => string>,
  undecided: 'It is not clear whether this gave anything away.',
  foundBest: 'Nothing better was found.',
  compared: (compared: number, all: number) => `${compared} of ${counted(all, 'option was', 'options were')} compared.`,
  options: 'What the options were worth',
  option: 'Option',
  worth: { chance: 'Chance to win, in percent', score: 'Expected score' },
  deals: 'Deals',
  isTaken: 'taken',
  isBest: 'best',
  before: 'The table before it',
  replay: 'This moment in the replay',
  table: 'To the table',
  method: (method: Analysis['method']) =>
    `Method ${method.version}: ${counted(method.playouts, 'playout')} in ${NUMBER.format(method.seconds)} seconds of a thread, by the rule “${method.policy}”, from the seed ${method.seed}.`,
  estimate: ({ value, interval: { low, high } }: Figures, measure: Analysis['measure']) =>
    `${figure(value, measure)} (${figure(low, measure)} to ${figure(high, measure)})`,
};
