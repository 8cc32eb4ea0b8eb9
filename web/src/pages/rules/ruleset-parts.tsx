import type { Ruleset } from '../../core/api.ts';
import { type OptionValue, type Question, questionsIn } from '../../core/option-schema.ts';
import { hrefTo } from '../../core/router.ts';
import { cardSaid } from '../../core/rulesets.ts';
import { WORDS_OF_RULES } from '../../core/words/rules.ts';
import { spoken } from '../../core/words.ts';

interface PartProps {
  ruleset: Ruleset;
  id: string;
}

export function AboutRuleset({ ruleset, newest }: { ruleset: Ruleset; newest: number }) {
  return (
    <section class="panel about">
      <h1>{ruleset.name}</h1>
      <p>{ruleset.summary}</p>
      {ruleset.credits.author !== null && <p class="dim">{WORDS_OF_RULES.by(ruleset.credits.author)}</p>}
      <p class="dim">
        {[
          `${WORDS_OF_RULES.players(ruleset)}.`,
          ruleset.solo ? '' : ruleset.hiddenInformation ? WORDS_OF_RULES.hidden : WORDS_OF_RULES.open,
          WORDS_OF_RULES.scoring[ruleset.scoring],
        ].join(' ')}
      </p>
      {ruleset.rulesVersion !== newest && <p class="fault">{WORDS_OF_RULES.older(newest)}</p>}
      <p class="links">
        <a class="go" href={hrefTo('new', ruleset.id)}>
          {WORDS_OF_RULES.play}
        </a>
        <a href={hrefTo('rules')}>{WORDS_OF_RULES.all}</a>
      </p>
    </section>
  );
}

export function OptionTable({ ruleset, id }: PartProps) {
  const questions = questionsIn(ruleset.options);
  return (
    <>
      <h2 id={id}>{WORDS_OF_RULES.options}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">{WORDS_OF_RULES.option}</th>
            <th scope="col">{WORDS_OF_RULES.usual}</th>
            <th scope="col">{WORDS_OF_RULES.meaning}</th>
          </tr>
        </thead>
        <tbody>
          {questions.map((question) => (
            <tr key={question.name}>
              <th scope="row">{spoken(question.name)}</th>
              <td data-of={WORDS_OF_RULES.usual}>{valueIn(question.byDefault)}</td>
              <td data-of={WORDS_OF_RULES.meaning}>
                <Meaning question={question} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function valueIn(value: OptionValue): string {
  if (value === null) return WORDS_OF_RULES.none;
  if (typeof value === 'boolean') return value ? WORDS_OF_RULES.yes : WORDS_OF_RULES.no;
  return typeof value === 'string' ? spoken(value) : String(value);
}

function Meaning({ question }: { question: Question }) {
  if (question.kind === 'words') {
    return (
      <>
        {question.description}
        <dl class="meanings">
          {question.words.map(({ word, description }) => (
            <div key={word}>
              <dt>{spoken(word)}</dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
      </>
    );
  }
  if (question.kind !== 'number') return <>{question.description}</>;
  const { description, minimum, maximum, step, orNone } = question;
  return (
    <>
      {description} <small>{WORDS_OF_RULES.between(minimum, maximum, step)}</small>
      {orNone && <small> {WORDS_OF_RULES.orNone}</small>}
    </>
  );
}

export function Glossary({ ruleset: { glossary }, id }: PartProps) {
  if (glossary.length === 0) return null;
  return (
    <>
      <h2 id={id}>{WORDS_OF_RULES.glossary}</h2>
      <dl class="meanings">
        {glossary.map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{withCode(text)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function withCode(text: string) {
  return text.split('`').map((part, i) => (i % 2 === 1 ? <code>{part}</code> : part));
}

/** Lists all cards of a game. The list is folded, because some games have a hundred. */
export function PrintedCards({ ruleset: { cards = [] }, id }: PartProps) {
  if (cards.length === 0) return null;
  return (
    <details>
      <summary id={id}>{WORDS_OF_RULES.cards(cards.length)}</summary>
      <ul>
        {cards.map((card) => (
          <li key={card.id}>{cardSaid(card)}</li>
        ))}
      </ul>
    </details>
  );
}

export function Versions({ ruleset: { id: ruleset, rulesVersion, rulesVersions }, id }: PartProps) {
  return (
    <>
      <h2 id={id}>{WORDS_OF_RULES.versions}</h2>
      <ul class="plain">
        {[...rulesVersions].reverse().map((version) => (
          <li key={version}>
            {version === rulesVersion ? (
              WORDS_OF_RULES.thisVersion(version)
            ) : (
              <a href={`${hrefTo('rules', ruleset)}?version=${version}`}>{WORDS_OF_RULES.version(version)}</a>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
