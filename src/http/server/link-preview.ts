import { clockInWords } from '#rules/kernel/durations.ts';
import { isolated } from '#rules/kernel/isolated.ts';
import { botName } from '#rules/kernel/search/bots.ts';
import type { Game } from '../../games/model/game.ts';

/** What chat programs and social networks show beside a link to a game. */
export interface LinkPreview {
  title: string;
  description: string;
  /** path of a picture of the game, relative to the pages */
  picture: string;
}

export function previewOf({ header, seats, status }: Game): LinkPreview {
  const { ruleset, createdBy, clock } = header;
  const names = seats.flatMap((holder, seat) => {
    if (holder.kind === 'player') return [isolated(holder.player.name)];
    return holder.kind === 'bot' ? [botName(holder.policy, seat)] : [];
  });
  const picture = `previews/${ruleset.id}.jpg`;
  if (status !== 'open')
    return { title: `${ruleset.name}: ${names.join(', ')}`, description: ruleset.summary, picture };
  const host = seats.find((holder) => holder.kind === 'player' && holder.player.id === createdBy);
  const name = host?.kind === 'player' ? isolated(host.player.name) : null;
  const title = name === null ? `You are invited to ${ruleset.name}` : `${name} invites you to ${ruleset.name}`;
  const terms = [
    ruleset.summary,
    ...(ruleset.inShort === undefined ? [] : [minutesIn(ruleset.inShort.minutes)]),
    clock === null ? 'No clock: take your time.' : clockInWords(clock),
  ];
  return { title, description: terms.join(' '), picture };
}

function minutesIn({ min, max }: { min: number; max: number }): string {
  return `${min} to ${max} minutes of play.`;
}

/** Returns the first page with the preview in its head; it is served at `g/<id>`. `base` is the absolute URL of the
 * pages and ends in `/`. */
export function withPreview(index: string, preview: LinkPreview | null, base: string): string {
  const moved = index.replaceAll('="./', '="../').replace('</head>', '<script src="../to-game.js"></script></head>');
  if (preview === null) return moved;
  const tags = [
    ['og:title', preview.title],
    ['og:description', preview.description],
    // the `Host` header of a call may have any value
    ...(URL.canParse(base)
      ? [
          ['og:image', new URL(preview.picture, base).href],
          ['og:image:width', '1200'],
          ['og:image:height', '630'],
        ]
      : []),
    ['twitter:card', 'summary_large_image'],
  ];
  const head = tags.map(([name, content]) => `<meta property="${name}" content="${escaped(content ?? '')}" />`);
  return moved
    .replace(/<meta (property="og:(title|description)"|name="description")[^>]*>\s*/g, '')
    .replace('<head>', () =>
      ['<head>', ...head, `<meta name="description" content="${escaped(preview.description)}" />`].join('\n    '),
    );
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
