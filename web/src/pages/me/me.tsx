import { hrefTo } from '../../core/router.ts';
import { session } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { WORDS_OF_ME } from '../../core/words/me.ts';
import { Lazy } from '../../parts/lazy.tsx';
import { Name } from '../../parts/name.tsx';
import { BrowserSettings } from './browser-settings.tsx';
import { OwnToken } from './own-token.tsx';
import { ReadTokens } from './read-tokens.tsx';
import { ComeBack, RecoveryCode } from './recovery.tsx';
import { Webhooks } from './webhooks.tsx';
import '../../look/me.css';

const loadCalendar = () => import('./calendar.tsx');
const loadAvoided = () => import('./avoided.tsx');
const loadDelete = () => import('./delete-account.tsx');
const loadDevices = () => import('./devices.tsx');
const loadPlayHere = () => import('./play-here.tsx');
const loadRename = () => import('./rename.tsx');
const loadTakeAlong = () => import('./take-along.tsx');
const loadNotifications = () => import('./notifications.tsx');

export default function Me() {
  const who = useStore(session);
  if (who === null) {
    return (
      <>
        <h1>{WORDS_OF_ME.title}</h1>
        <div class="columns">
          <Lazy load={loadPlayHere} with={{}} />
          <ComeBack who={null} />
          <BrowserSettings />
        </div>
      </>
    );
  }
  return (
    <>
      <section class="panel">
        <h1>
          <Name of={who.name} />
        </h1>
        <a href={hrefTo('p', who.playerId)}>{WORDS_OF_ME.page}</a>
      </section>
      <div class="columns" key={who.playerId}>
        <RecoveryCode who={who} />
        <Lazy load={loadRename} with={{ who }} />
        <Lazy load={loadDevices} with={{}} />
        <OwnToken who={who} />
        <BrowserSettings />
        <ReadTokens />
        <Lazy load={loadNotifications} with={{}} />
        <Webhooks />
        <Lazy load={loadCalendar} with={{}} />
        <Lazy load={loadAvoided} with={{}} />
        <ComeBack who={who} />
        <Lazy load={loadTakeAlong} with={{ who }} />
        <Lazy load={loadDelete} with={{ who }} />
      </div>
    </>
  );
}
