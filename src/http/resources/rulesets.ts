import { Type } from '@sinclair/typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { versionsOf } from '#rules/catalogue.ts';
import { refused } from '../../eventlog/result.ts';
import { DailyDays, DailyResults } from '../../games/daily/daily-shapes.ts';
import { LATEST_RULES_VERSION } from '../../games/model/game-fields.ts';
import { RulesetDetail, RulesetList, rulesetDetail, rulesetSummary } from '../../games/queries/ruleset.ts';
import { DATE, PLAYER_ASKED } from '../../patterns.ts';
import { JSON_TYPE, listEtag, orNotModified } from '../answers/bodies.ts';
import { get, resource, whenDone } from '../server/operation.ts';
import { flag, OptionsAsked, optionsIn, UNKNOWN_ME } from '../server/parameters.ts';

/** The cost of reading the days of a year in the rate limit, counted in calls (docs/configuration.md). */
const DAYS_COST = 5;
const path = { ruleset: Type.String({ description: 'The id of the ruleset, as in `listRulesets`.' }) };

export const rulesetOperations = resource('rulesets', ({ catalogue, contract, gameService: { dailies } }) => {
  const sendFixed = fixedAnswers();
  const list = () => ({ rulesets: [...catalogue.values()].map((entry) => rulesetSummary(entry, entry, contract)) });

  return [
    get('/v1/rulesets', {
      id: 'listRulesets',
      summary: 'List rulesets',
      about: 'Returns every ruleset with its seats and the schema of its options, defaults included.',
      access: 'anyone',
      tagged: true,
      answers: RulesetList,
      handle: (request, reply) => sendFixed(request, reply, 'list', list),
    }),

    get('/v1/rulesets/:ruleset', {
      id: 'getRuleset',
      summary: 'Read a ruleset',
      about:
        'Returns a version of a ruleset with a glossary and the schema of its options. `rules=true` adds the ' +
        'rules as Markdown and its own cards, `schemas=true` the JSON Schemas of actions, views and events. New ' +
        'games use the newest version; older games keep theirs. In the schemas `x-kind`, `x-by`, `x-indexes` and ' +
        '`x-among` say what values stand for.',
      access: 'anyone',
      path,
      query: {
        rulesVersion: rulesVersionAsked(
          'The version of the rules, as in a game that is played by them; without it the newest.',
        ),
        rules: flag('Adds `rules` and `cards`.'),
        schemas: flag('Adds `schemas`.'),
      },
      tagged: true,
      answers: RulesetDetail,
      refuses: ['ruleset-not-found'],
      handle: (request, reply) => {
        const { ruleset: id } = request.params;
        const entry = catalogue.get(id);
        if (entry === undefined) {
          const detail = `There is no ruleset ${JSON.stringify(id)}: choose one of ${[...catalogue.keys()].join(', ')}.`;
          return refused('ruleset-not-found', detail);
        }
        const { rulesVersion = entry.ruleset.rulesVersion, ...parts } = request.query;
        const versions = versionsOf(entry);
        const found = versions.find(({ ruleset }) => ruleset.rulesVersion === rulesVersion);
        if (found === undefined) {
          const detail = `There is no version ${rulesVersion} of the rules of ${id}.`;
          const hint = `Choose one of its versions: ${versions.map(({ ruleset }) => ruleset.rulesVersion).join(', ')}.`;
          return refused('ruleset-not-found', detail, { hint });
        }
        const key = `${id} ${rulesVersion} ${parts.rules} ${parts.schemas}`;
        return sendFixed(request, reply, key, () => rulesetDetail(found, entry, contract, parts));
      },
    }),

    get('/v1/rulesets/:ruleset/daily', {
      id: 'getDaily',
      summary: 'Read the daily competition',
      about:
        'Every ruleset for one player has a daily game with the same chance for everyone. Play it with `daily: ' +
        'true` in `createGame`. Your first game of the day counts; later ones are practice. `seedHash` commits ' +
        'the server to the seed from the beginning of the day. The seed and the games stay sealed until the day ' +
        '(UTC) and all its games are over, at the latest a day later. A player who resigns, aborts or does not ' +
        'finish by then has conceded.',
      access: 'anyone',
      path,
      query: {
        date: Type.String({ pattern: DATE, description: 'A day in UTC. Default: today.' }),
        rulesVersion: rulesVersionAsked('The version of the rules. Default: the newest.'),
        options: OptionsAsked,
      },
      answers: DailyResults,
      refuses: ['ruleset-not-found', 'daily-not-found', 'invalid-options'],
      handle: ({ params: { ruleset }, query }) =>
        whenDone(optionsIn(query.options), (options) => dailies.view(ruleset, { ...query, options })),
    }),

    get('/v1/rulesets/:ruleset/daily/days', {
      id: 'listDailyDays',
      summary: 'List a player’s daily results',
      about:
        'Returns the days among the last 366 on which a player entered the daily competition, the results, and ' +
        'the streaks.',
      access: 'anyone',
      path,
      query: {
        player: Type.String({ pattern: PLAYER_ASKED, description: 'The id of a player. Default: `me`.' }),
        options: OptionsAsked,
      },
      config: { cost: DAYS_COST },
      answers: DailyDays,
      refuses: ['ruleset-not-found', 'daily-not-found', 'player-not-found', 'invalid-options'],
      handle: ({ caller, params: { ruleset }, query: { player = 'me', options } }) => {
        const readerId = caller?.id ?? null;
        const playerId = player === 'me' ? readerId : player.toLowerCase();
        if (playerId === null) return UNKNOWN_ME;
        return whenDone(optionsIn(options), (options) => dailies.daysOf(ruleset, { playerId, readerId, options }));
      },
    }),
  ];
});

function rulesVersionAsked(description: string) {
  return Type.Integer({ minimum: 1, maximum: LATEST_RULES_VERSION, description });
}

/** Returns a function that answers with content that never changes. It makes the content of each `key` only once. */
function fixedAnswers() {
  const sent = new Map<string, { etag: string; body: string }>();
  return (request: FastifyRequest, reply: FastifyReply, key: string, make: () => object): FastifyReply => {
    let made = sent.get(key);
    if (made === undefined) {
      const body = JSON.stringify(make());
      made = { etag: listEtag(body), body };
      sent.set(key, made);
    }
    const { etag, body } = made;
    reply.header('cache-control', 'public, no-cache');
    return orNotModified(request, reply, etag, () => reply.type(JSON_TYPE).send(body));
  };
}
