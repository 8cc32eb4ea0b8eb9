// A service worker: shows pushed notifications, and opens the page of one that is clicked.
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

/** Opens a new tab, because each open tab may show another game. */
function open(fragment) {
  return self.clients.openWindow(new URL(fragment, self.registration.scope).href);
}
