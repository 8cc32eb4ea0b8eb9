import { clockInWords } from '#rules/kernel/durations.ts';
import { isolated } from '#rules/kernel/isolated.ts';
import type { AnyRuleset } from '#rules/kernel/ruleset.ts';
import { botName } from '#rules/kernel/search/bots.ts';
import type { Game } from '../../games/model/game.ts';

/** The preview that chat programs and social networks show beside a link to a game. */
export interface LinkPreview {
  title: string;
  description: string;
  /** the path of a picture of the game, relative to the address of the pages */
  picture: string;
}

export function previewOf({ header, seats, status }: Game): LinkPreview {
  const { ruleset, createdBy, clock } = header;
  const names = seats.flatMap((holder, seat) => {
    if (holder.kind === 'player') return [isolated(holder.player.name)];
    return holder.kind === 'bot' ? [botName(holder.policy, seats.slice(0, seat))] : [];
  });
  const invitation = invitationTo(ruleset);
  if (status !== 'open') {
    return { ...invitation, title: `${ruleset.name}: ${names.join(', ')}`, description: ruleset.summary };
  }
  const host = seats.find((holder) => holder.kind === 'player' && holder.player.id === createdBy);
  const time = clock === null ? 'No clock: take your time.' : clockInWords(clock);
  return {
    ...invitation,
    ...(host?.kind === 'player' && { title: `${isolated(host.player.name)} invites you to ${ruleset.name}` }),
    description: `${invitation.description} ${time}`,
  };
}

/** Returns a preview for private games. It contains nothing about the game itself. */
export function invitationTo({ id, name, summary, inShort }: AnyRuleset): LinkPreview {
  const minutes = inShort === undefined ? '' : ` ${minutesIn(inShort.minutes)}`;
  return { title: `You are invited to ${name}`, description: `${summary}${minutes}`, picture: `previews/${id}.jpg` };
}

function minutesIn({ min, max }: { min: number; max: number }): string {
  return `${min} to ${max} minutes of play.`;
}

/** Returns the first page with the preview in its head. The page is served at `g/<id>`. `base` is the absolute URL of
 * the pages and ends in `/`. */
export function withPreview(index: string, preview: LinkPreview | null, base: string): string {
  const moved = index.replaceAll('="./', '="../').replace('</head>', '<script src="../to-game.js"></script></head>');
  if (preview === null) return moved;
  const tags = [
    ['og:title', preview.title],
    ['og:description', preview.description],
    // if no public address is configured, `base` comes from the `Host` header, which may have any value
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
