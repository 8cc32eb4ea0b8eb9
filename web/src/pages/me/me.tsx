import type { ComponentChildren } from 'preact';
import type { PageProps } from '../../core/page-props.ts';
import { hrefTo } from '../../core/router.ts';
import { session } from '../../core/session.ts';
import { useStore } from '../../core/store.ts';
import { useNarrow } from '../../core/use-narrow.ts';
import { WORDS_OF_ME } from '../../core/words/me.ts';
import { Lazy } from '../../parts/lazy.tsx';
import { Name } from '../../parts/name.tsx';
import { RecoveryCode } from '../../parts/recovery-code.tsx';
import { BrowserSettings } from './browser-settings.tsx';
import { OwnToken } from './own-token.tsx';
import { ReadTokens } from './read-tokens.tsx';
import { ComeBack } from './recovery.tsx';
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

export default function Me({ query }: PageProps) {
  const who = useStore(session);
  if (who === null) {
    return (
      <>
        <h1>{WORDS_OF_ME.title}</h1>
        <div class="columns">
          <BrowserSettings />
          <ComeBack who={null} />
          <Lazy load={loadPlayHere} with={{}} />
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
      <div key={who.playerId}>
        {/* stands outside the groups, which can be folded, until the player has noted it */}
        {who.recoveryCode !== null && <RecoveryCode who={who} />}
        <Group name="name" isOpen={who.isGuest === true}>
          {who.recoveryCode === null && <RecoveryCode who={who} />}
          <Lazy load={loadRename} with={{ who }} />
        </Group>
        <Group name="table">
          <BrowserSettings />
        </Group>
        <Group name="news" isOpen={query.has('off')}>
          <Lazy load={loadNotifications} with={{ off: query.get('off') }} />
          <Lazy load={loadCalendar} with={{}} />
        </Group>
        <Group name="devices">
          <Lazy load={loadDevices} with={{}} />
          <OwnToken who={who} />
          <ReadTokens />
          <Webhooks />
          <ComeBack who={who} />
        </Group>
        <Group name="data">
          <Lazy load={loadAvoided} with={{}} />
          <Lazy load={loadTakeAlong} with={{ who }} />
          <Lazy load={loadDelete} with={{ who }} />
        </Group>
      </div>
    </>
  );
}

interface GroupProps {
  name: keyof typeof WORDS_OF_ME.groups;
  isOpen?: boolean;
  children: ComponentChildren;
}

/** A group of settings. It is folded on a phone, where all groups would fill eight screens. */
function Group({ name, isOpen = false, children }: GroupProps) {
  const { title, about } = WORDS_OF_ME.groups[name];
  return (
    <details class="group" open={isOpen || !useNarrow()}>
      <summary>
        <h2>{title}</h2>
        <small>{about}</small>
      </summary>
      <div class="columns">{children}</div>
    </details>
  );
}
