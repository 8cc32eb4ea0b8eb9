import type { Words } from '../words.ts';

export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** The words of a notification. `turnToken` makes a link that opens the game without signing in. */
export interface MailWords extends Words {
  turnToken?: string | undefined;
}

export function notificationsText(said: readonly MailWords[], publicUrl: string, unsubscribe: string): MailText {
  const [first, ...more] = said as [MailWords, ...MailWords[]];
  const subject = more.length === 0 ? first.title : `${first.title}, and ${more.length} more`;
  const parts = said.map(({ title, text, fragment, turnToken }) => {
    const opening = turnToken === undefined ? null : `${publicUrl}/#/mail/turn/${turnToken}`;
    return { title, text, link: `${publicUrl}/${fragment}`, opening };
  });
  return bothWays(subject, parts, [{ text: 'No more mails to this address:', link: unsubscribe }]);
}

/** Returns the mail with a confirmation link. It contains no text that the requesting player could choose. */
export function confirmationText(link: string): MailText {
  const text =
    'A player asked for notifications at this address. If that was you, open the link and confirm; it is valid for a day.';
  return bothWays(
    'Is this address yours?',
    [{ title: 'Is this address yours?', text, link, opening: null }],
    [{ text: 'If it is not you, do nothing: no more is mailed.', link: null }],
  );
}

interface Part {
  title: string;
  text: string;
  link: string;
  /** a link that opens the page without signing in; null: there is none */
  opening: string | null;
}

function bothWays(
  subject: string,
  parts: readonly Part[],
  end: readonly { text: string; link: string | null }[],
): MailText {
  const text = [
    ...parts.map(
      (part) => `${part.title}\n${part.text}\n${part.link}${opened(part, (link) => `\n${OPENING}\n${link}`)}`,
    ),
    ...end.map((line) => `${line.text}${line.link === null ? '' : `\n${line.link}`}`),
  ].join('\n\n');
  const html = [
    ...parts.map(
      (part) =>
        `<p><b>${escaped(part.title)}</b><br>${escaped(part.text)}<br>${anchor(part.link)}${opened(part, (link) => `<br><small>${OPENING} ${anchor(link)}</small>`)}</p>`,
    ),
    ...end.map(
      (line) => `<p><small>${escaped(line.text)}${line.link === null ? '' : ` ${anchor(line.link)}`}</small></p>`,
    ),
  ].join('\n');
  return { subject, text: `${text}\n`, html: `<!doctype html>\n${html}\n` };
}

const OPENING = 'Where you have not signed in, this opens it for this turn, once and within a day:';

function opened({ opening }: Part, say: (link: string) => string): string {
  return opening === null ? '' : say(opening);
}

function anchor(link: string): string {
  return `<a href="${escaped(link)}">${escaped(link)}</a>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
