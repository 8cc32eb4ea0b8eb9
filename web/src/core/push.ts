import { type Answer, answerOf, api, type Schemas } from './api.ts';

/** Why there are no notifications: no support, no permission, or a push service that cannot be reached. */
export type PushFault = 'unable' | 'denied' | 'unreachable';

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

const WORKER = 'notifications.js';

/** A Trusted Types policy that allows one script: the service worker. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('croupier-notifications', {
  createScriptURL(url) {
    if (url !== workerAddress()) throw new TypeError('only the worker for notifications is registered');
    return url;
  },
});

export async function switchOnPush(): Promise<PushFault | Answer<Schemas['NotificationChannel']>> {
  const worker = await registered();
  if (worker === null) return 'unable';
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  const key = await answerOf(api.GET('/v1/notifications/push-key'));
  if (!key.ok) return key;
  const subscription = await subscribed(worker, key.value.publicKey);
  if (subscription === null) return 'unreachable';
  const { endpoint = '', keys } = subscription.toJSON();
  const body = { kind: 'push' as const, subscription: { endpoint, keys: keys as { p256dh: string; auth: string } } };
  return answerOf(api.POST('/v1/me/notification-channels', { body }));
}

/** Registers the service worker; null: the browser supports no push messages, or blocks service workers. */
async function registered(): Promise<ServiceWorkerRegistration | null> {
  const address = workerAddress();
  try {
    if (!('PushManager' in window)) return null;
    return await navigator.serviceWorker.register(policy?.createScriptURL(address) ?? address);
  } catch {
    return null;
  }
}

/** Subscribes to push. On failure, ends the old subscription, which may have an earlier service's key, and retries. */
async function subscribed(worker: ServiceWorkerRegistration, applicationServerKey: string) {
  const options = { userVisibleOnly: true, applicationServerKey };
  try {
    await navigator.serviceWorker.ready;
    return await worker.pushManager.subscribe(options).catch(async () => {
      await (await worker.pushManager.getSubscription())?.unsubscribe();
      return worker.pushManager.subscribe(options);
    });
  } catch {
    return null;
  }
}

function workerAddress(): string {
  return new URL(WORKER, document.baseURI).href;
}
