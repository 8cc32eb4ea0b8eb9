import { uuidv7 } from 'uuidv7';
import { Idempotency, inFlight, type Keyed, type RowFor } from '../../eventlog/carry-out.ts';
import { done, type Refused, type Result, refused, wrong } from '../../eventlog/result.ts';
import { chatKey, type Watch } from '../../eventlog/subscriptions.ts';
import { lineFrom } from '../../players/name.ts';
import type { Player, Players } from '../../players/players.ts';
import type { BlockedPlayer, BlockKind } from '../../store/blocks.ts';
import type { Audience, ChatLimits, ReportReason, Written } from '../../store/chat.ts';
import type { Store } from '../../store/store.ts';
import type { GameService } from '../game-service.ts';
import { capRefused } from '../model/caps.ts';
import { type Game, type GameHeader, gameNotFound, hasChat, isOver, type Reader, seatsOf } from '../model/game.ts';
import { playersAt } from '../model/participants.ts';
import { LONGEST_MESSAGE, LONGEST_NOTE, type MessageView, messageView } from './chat-shapes.ts';

export const LIMITS: ChatLimits = { ofGame: 2000, ofPlayer: 500, aMinute: 12, aMinuteInAll: 24 };
/** The number of messages that a player may report in a day. */
const MOST_REPORTS = 50;
const DAY_MS = 24 * 60 * 60 * 1000;
/** The chat of a game stays open for this long after its end. */
const AFTERWARDS_MS = 7 * DAY_MS;

interface ChatParts {
  store: Store;
  players: Players;
  games: GameService;
}

/** The messages to return. `peek`: they are not marked as read. */
export interface MessagesRequest {
  after?: string | undefined;
  before?: string | undefined;
  limit: number;
  peek: boolean;
}

/** Messages, and a `mark` that changes with every new message. */
export interface MessagePage {
  messages: MessageView[];
  mark: string;
}

export class Chat {
  readonly #parts: ChatParts;
  readonly #idempotency: Idempotency;

  constructor(parts: ChatParts) {
    this.#parts = parts;
    this.#idempotency = new Idempotency(parts.store.requests);
  }

  async list(reader: Reader, gameId: string, { peek, ...asked }: MessagesRequest): Promise<Result<MessagePage>> {
    const opened = await this.#open(reader, gameId);
    if (!opened.ok) return opened;
    const game = opened.value;
    const { id } = game.header;
    const { playerId } = reader;
    const sits = playerId !== null && seatsOf(game, playerId).length > 0;
    const mark = (await this.#parts.store.chat.marks([id])).get(id) ?? NOTHING_SAID;
    const messages = await this.#parts.store.chat.list({ gameId: id, playerId, sits, ...asked });
    if (messages === null) {
      const pointer = asked.after === undefined ? '/before' : '/after';
      const fault = 'must be the id of a message that you may read here';
      return wrong('This game has no message with this id that you may read.', pointer, fault);
    }
    if (sits && !peek) await this.#parts.store.chat.looked(id, playerId);
    return done({ messages: messages.map((message) => messageView(game, message)), mark });
  }

  watch(gameId: string): Watch {
    return this.#parts.games.subscriptions.watch(chatKey(gameId));
  }

  async post(
    player: Player,
    gameId: string,
    { text: sent, audience }: { text: string; audience: Audience },
    request: Keyed,
  ): Promise<Result<MessageView>> {
    const attempt = async (rowFor: RowFor): Promise<Result<MessageView>> => {
      const text = properText(sent, LONGEST_MESSAGE, 'text');
      if (!text.ok) return text;
      const opened = await this.#openToWrite(player, gameId, audience);
      if (!opened.ok) return opened;
      return this.#write(player, opened.value, { text: text.value, audience }, rowFor);
    };
    return this.#idempotency.once(request, attempt, (id) => this.#said(player, gameId, String(id)));
  }

  /** Reports a message. A second report by the same player has no effect. */
  async report(
    player: Player,
    gameId: string,
    messageId: string,
    { reason, note: sent }: { reason: ReportReason; note?: string | undefined },
  ): Promise<Result<null>> {
    const note = sent === undefined ? null : properText(sent, LONGEST_NOTE, 'note');
    if (note !== null && !note.ok) return note;
    const found = await this.#find(player, gameId, messageId);
    if (!found.ok) return found;
    if (found.value.player.id === player.id) return refused('own-message', 'You wrote this message yourself.');
    const at = this.#parts.games.clock.now();
    const report = { messageId: found.value.id, playerId: player.id, reason, note: note?.value ?? null, at };
    const kept = await this.#parts.store.chat.report(report, MOST_REPORTS, new Date(at.getTime() - DAY_MS));
    if (kept !== 'full') return done(null);
    return refused('too-many-reports', `You have reported ${MOST_REPORTS} messages within 24 hours, the most allowed.`);
  }

  async avoid(player: Player, kind: BlockKind, otherId: string): Promise<Result<null>> {
    const known = await this.#parts.players.known(otherId);
    if (!known.ok) return known;
    const other = known.value;
    if (other.id === player.id)
      return wrong(`You cannot ${kind} yourself.`, '/playerId', 'must be the id of another player');
    const block = { playerId: player.id, kind, otherId: other.id, at: this.#parts.games.clock.now() };
    if (await this.#parts.store.blocks.put(block, MOST_AVOIDED)) return done(null);
    return kind === 'mute'
      ? capRefused('mutes', `You have muted ${MOST_AVOIDED} players, the most allowed.`, 'Unmute one: `unmutePlayer`.')
      : capRefused(
          'blocks',
          `You have blocked ${MOST_AVOIDED} players, the most allowed.`,
          'Unblock one: `unblockPlayer`.',
        );
  }

  stopAvoiding(player: Player, kind: BlockKind, otherId: string): Promise<void> {
    return this.#parts.store.blocks.remove({ playerId: player.id, kind, otherId });
  }

  /** Lists the players whom this player has blocked or muted, newest first. Only that player may see the list. */
  avoidedBy(player: Player, kind: BlockKind): Promise<BlockedPlayer[]> {
    return this.#parts.store.blocks.of(player.id, kind);
  }

  async #write(
    player: Player,
    game: Game,
    said: { text: string; audience: Audience },
    rowFor: RowFor,
  ): Promise<Result<MessageView>> {
    const { header, seats, version } = game;
    const { id: gameId } = header;
    const at = this.#parts.games.clock.now();
    const message = { id: uuidv7(), gameId, playerId: player.id, ...said, at, removedBy: null };
    const others = playersAt(seats).flatMap(({ id }) => (id === player.id ? [] : [id]));
    const request = rowFor(message.id, at);
    const written = await this.#parts.store.chat.write({ message, limits: LIMITS, request, others, version });
    if (written === 'repeated') return inFlight(); // another server is carrying out the same request
    if (written !== 'written') return UNWRITTEN[written];
    this.#parts.games.subscriptions.changed(chatKey(gameId), 0, [], false);
    return done(messageView(game, { ...message, name: player.name, kind: player.kind }));
  }

  async #said(player: Player, gameId: string, messageId: string): Promise<Result<MessageView>> {
    const game = await this.#parts.games.gameReader.find(gameId);
    const message = await this.#parts.store.chat.get(gameId, messageId);
    return game !== null && message?.playerId === player.id ? done(messageView(game, message)) : gameNotFound(gameId);
  }

  /** Finds a message, even one that a muted player wrote. */
  async #find(player: Player, gameId: string, messageId: string): Promise<Result<MessageView>> {
    const opened = await this.#open({ playerId: player.id }, gameId);
    if (!opened.ok) return opened;
    const game = opened.value;
    const message = await this.#parts.store.chat.get(game.header.id, messageId);
    const sits = seatsOf(game, player.id).length > 0;
    if (message === null || (message.audience === 'table' && !sits)) {
      return refused('message-not-found', `There is no message ${messageId} that you may read in this game.`);
    }
    return done(messageView(game, message));
  }

  async #open(reader: Reader, gameId: string): Promise<Result<Game>> {
    const opened = await this.#parts.games.gameReader.open(reader, gameId);
    const silence = opened.ok ? silenceOf(opened.value.header) : null;
    return silence ?? opened;
  }

  async #openToWrite(player: Player, gameId: string, audience: Audience): Promise<Result<Game>> {
    const opened = await this.#open({ playerId: player.id }, gameId);
    if (!opened.ok) return opened;
    const game = opened.value;
    if (seatsOf(game, player.id).length === 0) {
      return refused(
        'not-at-the-table',
        'You can read the public messages of this game, but only its players can write messages.',
      );
    }
    const isPast = isOver(game) && this.#parts.games.clock.now().getTime() > game.updatedAt.getTime() + AFTERWARDS_MS;
    if (isPast) return refused('chat-over', 'This game has been over for more than seven days.');
    if (audience === 'table' && (await this.#keepsApart(player, game))) {
      return refused('not-open-to-you', 'You cannot send messages to only the players of this game.', {
        hint: 'Send the message with `"audience": "public"`: then all who may watch the game can read it.',
      });
    }
    return opened;
  }

  /** True if the player has blocked another one at the table, or the reverse. A competition can seat them together. */
  async #keepsApart(player: Player, game: Game): Promise<boolean> {
    const apart = await this.#parts.store.blocks.apartFrom(player.id);
    return playersAt(game.seats).some(({ id }) => apart.has(id));
  }
}

/** Returns why the game has no chat; null: it has one. */
export function silenceOf(header: GameHeader): Refused | null {
  return hasChat(header) ? null : refused('chat-off', 'Messages are off in this game.');
}

const NOTHING_SAID = '0';

function properText(sent: string, longest: number, field: 'text' | 'note'): Result<string> {
  const text = lineFrom(sent, longest);
  if ('line' in text) return done(text.line);
  return wrong(`The ${field} ${text.fault}.`, `/${field}`, text.fault);
}

const { ofGame, ofPlayer, aMinute, aMinuteInAll } = LIMITS;
const UNWRITTEN: Record<Exclude<Written, 'written' | 'repeated'>, Refused> = {
  'game-full': tooMany(`This game has ${ofGame} messages, the most allowed.`),
  'player-full': tooMany(`You have written ${ofPlayer} messages in this game, the most allowed.`),
  'too-fast': refused(
    'too-fast',
    `You have written ${aMinute} messages in this game within a minute, the most allowed.`,
  ),
  'too-fast-in-all': refused(
    'too-fast',
    `You have written ${aMinuteInAll} messages within a minute, the most allowed.`,
  ),
};

function tooMany(detail: string): Refused {
  return refused('too-many-messages', detail);
}

/** A player may mute this many players, and block as many others. */
const MOST_AVOIDED = 500;
