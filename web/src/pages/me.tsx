import { hrefTo } from '../core/router.ts';
import { session } from '../core/session.ts';
import { useStore } from '../core/store.ts';
import { WORDS_OF_ME } from '../core/words/me.ts';
import { BrowserSettings } from '../parts/browser-settings.tsx';
import { Lazy } from '../parts/lazy.tsx';
import { Name } from '../parts/name.tsx';
import { OwnToken } from '../parts/own-token.tsx';
import { ReadTokens } from '../parts/read-tokens.tsx';
import { ComeBack, RecoveryCode } from '../parts/recovery.tsx';
import { Webhooks } from '../parts/webhooks.tsx';
import './me.css';

const loadCalendar = () => import('../parts/calendar.tsx');
const loadAvoided = () => import('../parts/avoided.tsx');
const loadDelete = () => import('../parts/delete-account.tsx');
const loadDevices = () => import('../parts/devices.tsx');
const loadPlayHere = () => import('../parts/play-here.tsx');
const loadRename = () => import('../parts/rename.tsx');
const loadTakeAlong = () => import('../parts/take-along.tsx');
const loadNotifications = () => import('../parts/notifications.tsx');

/** Who plays in this browser: what says so, how it is kept, passed on and ended, and how this browser shows things. */
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
