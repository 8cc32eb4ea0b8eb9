// Shows what is pushed to this browser, and opens its page when it is clicked. The page registers it when somebody asks to be told.
const told = (event) => {
  try {
    return event.data.json();
  } catch {
    return { title: 'Croupier', text: '', fragment: '#/', tag: 'croupier' };
  }
};

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const { type, title, text, fragment, tag } = told(event);
  const icon = new URL('icon-turn.svg', self.registration.scope).href;
  const off = type === undefined || type === 'test' ? null : `#/me?off=${type}`;
  const actions = off === null ? [] : [{ action: 'off', title: 'No more of these' }];
  event.waitUntil(
    self.registration.showNotification(title, { body: text, tag, icon, actions, data: { fragment, off } }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { fragment, off } = event.notification.data;
  event.waitUntil(open(event.action === 'off' ? off : fragment));
});

/** Opens the page beside those that are open: each of them may show another game. */
function open(fragment) {
  return self.clients.openWindow(new URL(fragment, self.registration.scope).href);
}
