import { Component, type ComponentChildren } from 'preact';
import { choicesUnderWay, waitsForService } from './core/api.ts';
import { focusTop } from './core/focus-top.ts';
import { hrefTo, paramsIn, usePlace } from './core/router.ts';
import { isInMemoryOnly, session } from './core/session.ts';
import { browserStorage } from './core/storage.ts';
import { useStore } from './core/store.ts';
import { useAskBeforeLeaving } from './core/unsent.ts';
import { waitsForPart } from './core/upgrade.ts';
import { WORDS } from './core/words.ts';
import { PAGES } from './pages/pages.ts';
import { Ended } from './parts/ended.tsx';
import { Icon } from './parts/icon.tsx';
import { Lazy } from './parts/lazy.tsx';
import { Name } from './parts/name.tsx';

const loadKeepsNothing = () => import('./parts/keeps-nothing.tsx');

export function App() {
  const place = usePlace();
  const who = useStore(session);
  const isForgotten = who === null ? !browserStorage.keeps : isInMemoryOnly();
  useAskBeforeLeaving(isInMemoryOnly);
  const found = PAGES.map(({ path, load }) => ({ path, load, params: paramsIn(path, place) }));
  const page = found.find(({ params }) => params !== null);
  const address = place.parts.join('/');
  return (
    <>
      <button type="button" class="skip" onClick={focusTop}>
        {WORDS.skip}
      </button>
      <Frame here={place.parts[0] ?? ''} name={who?.name} />
      <Away />
      <Ended />
      <main id="content" tabIndex={-1}>
        {isForgotten && (
          <Boundary key={who?.token}>
            <Lazy quiet load={loadKeepsNothing} with={{ who }} />
          </Boundary>
        )}
        <Boundary key={address}>
          {page === undefined ? (
            <NotFound />
          ) : (
            <Lazy load={page.load} with={{ params: page.params ?? {}, query: place.query }} />
          )}
        </Boundary>
      </main>
    </>
  );
}

function Frame({ here, name }: { here: string; name: string | undefined }) {
  const current = (page: string) => (here === page ? { 'aria-current': 'page' as const } : {});
  return (
    <header class="frame">
      <a class="brand" href={hrefTo()}>
        <img src="./icon.svg" alt="" width="38" height="38" />
        {WORDS.title}
      </a>
      <a href={hrefTo('rules')} {...current('rules')}>
        {WORDS.rules}
      </a>
      <nav aria-label={WORDS.main}>
        <a class="on-phone" href={hrefTo()} {...current('')}>
          <Icon of="play" />
          {WORDS.play}
        </a>
        <a href={hrefTo('competitions')} {...current('competitions')}>
          <Icon of="competitions" />
          {WORDS.competitions}
        </a>
        <a href={hrefTo('ratings')} {...current('ratings')}>
          <Icon of="ratings" />
          {WORDS.ratings}
        </a>
        <a class="me" href={hrefTo('me')} {...current('me')}>
          <span class="av s0" aria-hidden="true">
            {name === undefined ? <Icon of="person" /> : firstOf(name)}
          </span>
          {name === undefined ? WORDS.settings : <Name of={name} />}
        </a>
      </nav>
    </header>
  );
}

const firstOf = (name: string) => [...name][0]?.toLocaleUpperCase('en');

function Away() {
  const isWaiting = [useStore(waitsForService), useStore(waitsForPart)].includes(true);
  const isSending = useStore(choicesUnderWay) > 0;
  if (!isWaiting) return null;
  return (
    <p class="notification" role="status">
      {WORDS.away.text}
      {isSending && ` ${WORDS.away.kept}`}
    </p>
  );
}

function NotFound() {
  return (
    <section class="panel">
      <h1>{WORDS.notFound.title}</h1>
      <p>{WORDS.notFound.text}</p>
      <a href={hrefTo()}>{WORDS.home}</a>
    </section>
  );
}

class Boundary extends Component<{ children: ComponentChildren }, { isBroken: boolean }> {
  override state = { isBroken: false };

  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.setState({ isBroken: true });
  }

  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <section class="panel" role="alert">
        <h1>{WORDS.broken.title}</h1>
        <p>{WORDS.broken.text}</p>
        <button type="button" onClick={() => location.reload()}>
          {WORDS.broken.again}
        </button>
      </section>
    );
  }
}
