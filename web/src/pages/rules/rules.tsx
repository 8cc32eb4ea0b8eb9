import { useEffect, useMemo } from 'preact/hooks';
import type { Ruleset } from '../../core/api.ts';
import type { PageProps } from '../../core/page-props.ts';
import { hrefTo } from '../../core/router.ts';
import { useRuleset, valueIn } from '../../core/rulesets.ts';
import { WORDS_OF_RULES } from '../../core/words/rules.ts';
import { ofAddress, WORDS } from '../../core/words.ts';
import { Fault } from '../../parts/fault.tsx';
import { type Block, blocksIn, plain } from './markdown.ts';
import { anchorOf, Markdown } from './markdown.tsx';
import { AboutRuleset, Glossary, OptionTable, PrintedCards, Versions } from './ruleset-parts.tsx';
import '../../look/rules.css';

/** `?at=R14` scrolls to that ruling, `?version=1` shows earlier rules. */
export default function Rules({ params: { ruleset: id = '' }, query }: PageProps) {
  const version = query.get('version');
  const asked = version === null ? {} : { rulesVersion: Number(version) };
  const answer = useRuleset({ ruleset: id, ...asked, rules: true });
  const found = valueIn(answer);
  const refusal = answer === null || answer.ok ? null : answer.refusal;
  if (found === null) {
    return (
      <section class="panel">
        <h1>{WORDS_OF_RULES.title}</h1>
        <Fault refusal={refusal === null ? null : ofAddress(refusal, WORDS_OF_RULES.noVersion)} />
        {refusal === null ? <p class="dim">{WORDS.loading}</p> : <a href={hrefTo('rules')}>{WORDS_OF_RULES.all}</a>}
      </section>
    );
  }
  return <RulesOf ruleset={found} at={query.get('at')} />;
}

const PARTS = { options: 'options', glossary: 'glossary', cards: 'cards', versions: 'versions' } as const;

function RulesOf({ ruleset, at }: { ruleset: Ruleset; at: string | null }) {
  const blocks = useMemo(() => blocksIn(ruleset.rules ?? ''), [ruleset]);
  const body = blocks.filter((block) => block.is !== 'heading' || block.level > 1);
  useEffect(() => {
    if (at !== null) show(at);
  }, [at, ruleset]);
  const hrefAt = (title: string) => {
    const version = ruleset.rulesVersion === newestOf(ruleset) ? '' : `&version=${ruleset.rulesVersion}`;
    return `${hrefTo('rules', ruleset.id)}?at=${encodeURIComponent(title)}${version}`;
  };
  return (
    <div class="rules">
      <AboutRuleset ruleset={ruleset} newest={newestOf(ruleset)} />
      <Contents blocks={body} ruleset={ruleset} hrefAt={hrefAt} />
      <article class="panel prose">
        <Markdown blocks={body} ruling={(number) => <Anchor place={number} title={number} hrefAt={hrefAt} />} />
      </article>
      <section class="panel prose">
        <OptionTable ruleset={ruleset} id={anchorOf(PARTS.options)} />
        <Glossary ruleset={ruleset} id={anchorOf(PARTS.glossary)} />
        <PrintedCards ruleset={ruleset} id={anchorOf(PARTS.cards)} />
        <Versions ruleset={ruleset} id={anchorOf(PARTS.versions)} />
      </section>
    </div>
  );
}

function newestOf({ rulesVersions }: Ruleset): number {
  return Math.max(...rulesVersions);
}

function show(title: string): void {
  const target = document.getElementById(anchorOf(title));
  if (target === null) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: 'start' });
}

interface AnchorProps {
  place: string;
  title: string;
  hrefAt(place: string): string;
}

/** Scrolls on every click, even if the address does not change. */
function Anchor({ place, title, hrefAt }: AnchorProps) {
  return (
    <a href={hrefAt(place)} onClick={() => show(place)}>
      {title}
    </a>
  );
}

interface ContentsProps {
  blocks: readonly Block[];
  ruleset: Ruleset;
  hrefAt(title: string): string;
}

function Contents({ blocks, ruleset, hrefAt }: ContentsProps) {
  const titles = blocks.flatMap((block) => (block.is === 'heading' && block.level === 2 ? [plain(block.inner)] : []));
  const own: [string, string][] = [[PARTS.options, WORDS_OF_RULES.options]];
  if (ruleset.glossary.length > 0) own.push([PARTS.glossary, WORDS_OF_RULES.glossary]);
  const { cards = [] } = ruleset;
  if (cards.length > 0) own.push([PARTS.cards, WORDS_OF_RULES.cards(cards.length)]);
  own.push([PARTS.versions, WORDS_OF_RULES.versions]);
  return (
    <nav class="panel contents" aria-labelledby="contents">
      <h2 id="contents">{WORDS_OF_RULES.contents}</h2>
      <ul class="plain">
        {[...titles.map((title) => [title, title] as const), ...own].map(([place, title]) => (
          <li key={place}>
            <Anchor place={place} title={title} hrefAt={hrefAt} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
