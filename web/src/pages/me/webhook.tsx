import { useState } from 'preact/hooks';
import { answerOf, api, doneOf, type Schemas } from '../../core/api.ts';
import { momentOf } from '../../core/moments.ts';
import { hrefTo } from '../../core/router.ts';
import { useCall } from '../../core/use-call.ts';
import { WORDS_OF_ME } from '../../core/words/me.ts';
import { Fault } from '../../parts/fault.tsx';
import { Sure } from '../../parts/sure.tsx';

type Webhook = Schemas['Webhook'];

interface OneWebhookProps {
  webhook: Webhook;
  onChanged(): void;
}

export function OneWebhook({ webhook, onChanged }: OneWebhookProps) {
  const { run, refusal, busy } = useCall();
  const [test, setTest] = useState<Schemas['WebhookTest'] | null>(null);
  const words = WORDS_OF_ME.webhooks;
  const { id: webhookId, url, enabled } = webhook;
  const params = { path: { webhookId } };
  const tryIt = async () => {
    setTest(null);
    setTest(await run(() => answerOf(api.POST('/v1/me/webhooks/{webhookId}/test', { params }))));
  };
  const turn = async () => {
    const body = { enabled: !enabled };
    const done = await run(() => answerOf(api.PATCH('/v1/me/webhooks/{webhookId}', { params, body })));
    if (done !== null) onChanged();
  };
  const end = async () => {
    if ((await run(() => doneOf(api.DELETE('/v1/me/webhooks/{webhookId}', { params })))) !== null) onChanged();
  };
  return (
    <li>
      <strong>{url}</strong> <small>{stateOf(webhook)}</small>
      <div class="line">
        <button type="button" disabled={busy} aria-label={words.testOf(url)} onClick={() => void tryIt()}>
          {words.test}
        </button>
        <button
          type="button"
          disabled={busy}
          aria-label={enabled ? words.pauseOf(url) : words.resumeOf(url)}
          onClick={() => void turn()}
        >
          {enabled ? words.pause : words.resume}
        </button>
        <Sure label={words.end} question={words.endMeans} onSure={() => void end()} />
      </div>
      <p role="status">{test !== null && testedAs(test)}</p>
      <Fault refusal={refusal} />
      <Deliveries webhookId={webhookId} url={url} />
    </li>
  );
}

function stateOf({ events, disabledBecause, failingSince }: Webhook): string {
  const words = WORDS_OF_ME.webhooks;
  const told = events.map((event) => words.event[event]).join(', ');
  if (disabledBecause !== null) return `${told} · ${words.paused[disabledBecause]}`;
  return failingSince === null ? told : `${told} · ${words.failing}`;
}

function testedAs({ delivered, durationMs, error, httpStatus }: Schemas['WebhookTest']): string {
  const words = WORDS_OF_ME.webhooks;
  if (delivered) return words.delivered(durationMs);
  return words.failed(error ?? words.status(httpStatus ?? 0));
}

function Deliveries({ webhookId, url }: { webhookId: string; url: string }) {
  const { run, refusal } = useCall();
  const [deliveries, setDeliveries] = useState<readonly Schemas['WebhookDelivery'][] | null>(null);
  const words = WORDS_OF_ME.webhooks;
  const list = async () => {
    const params = { path: { webhookId } };
    const found = await run(() => answerOf(api.GET('/v1/me/webhooks/{webhookId}', { params })));
    setDeliveries(found?.deliveries ?? null);
  };
  return (
    <details onToggle={(event) => event.currentTarget.open && void list()}>
      <summary aria-label={words.deliveriesOf(url)}>{words.deliveries}</summary>
      <Fault refusal={refusal} />
      {deliveries?.length === 0 && <p class="dim">{words.noDeliveries}</p>}
      <ul class="plain">
        {deliveries?.map(({ id, type, gameId, status, attempts, createdAt, error, httpStatus }) => (
          <li key={id}>
            {gameId === null ? words.event[type] : <a href={hrefTo('g', gameId)}>{words.event[type]}</a>},{' '}
            {words.delivery[status]}{' '}
            <small>
              · {momentOf(createdAt)} · {words.attempts(attempts)}
              {error !== null && ` · ${error}`}
              {error === null && httpStatus !== null && ` · ${words.status(httpStatus)}`}
            </small>
          </li>
        ))}
      </ul>
    </details>
  );
}
