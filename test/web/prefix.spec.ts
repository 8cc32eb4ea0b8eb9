import { freePort } from '../kept-program.ts';
import { SmtpServer } from '../notifications/smtp-server.ts';
import { PROXIES_HERE, PROXIES_MISSING, startProxy } from '../proxies.ts';
import { playOn, startGame } from './browser/playing.ts';
import { expect, test } from './browser/test.ts';

const smtp = await new SmtpServer().start();
const port = await freePort();
const PUBLIC_URL = `http://127.0.0.1:${port}/croupier`;
test.use({ settings: { SMTP_URL: smtp.url.href, MAIL_FROM: 'house@play.example', PUBLIC_URL } });
test.use({ expectedErrors: [/Push API in incognito mode/] }); // test browsers are in incognito mode
test.afterAll(() => smtp.stop());

for (const proxy of PROXIES_MISSING) test.skip(`${proxy} is not on this machine`, () => {});

for (const name of PROXIES_HERE) {
  test(`the pages, "Try it out", the service worker and links in mails work below a path of ${name}`, async ({
    page,
    context,
    service,
  }) => {
    const proxy = await startProxy(name, port, service.url);
    try {
      await context.grantPermissions(['notifications']);
      await page.goto(proxy.url);
      const player = `Pia ${process.pid} ${name}`;
      await page.getByLabel('Your name').fill(player);
      await page.getByRole('button', { name: 'Play under this name' }).click();
      await startGame(page, "Play against a bot: Pascal's Ruin");
      await expect(page.locator('[data-line=live]')).toBeVisible();
      await playOn(page, 1);

      await page.goto(proxy.url);
      await page.getByRole('link', { name: player }).click();
      await page.getByLabel('Mail address').fill(`${name}@mail.example`);
      await page.getByRole('button', { name: 'Tell me by mail' }).click();
      await expect.poll(() => smtp.to(`${name}@mail.example`).length).toBe(1);
      const [mail] = smtp.to(`${name}@mail.example`);
      const [link = ''] = /http:\S+#\/mail\/confirm\/\S+/.exec(mail?.text ?? '') ?? [];
      expect(link.startsWith(`${proxy.url}#/`)).toBe(true);
      const working = context.waitForEvent('serviceworker');
      await page.getByRole('button', { name: 'Tell me in this browser' }).click();
      expect((await working).url()).toBe(`${proxy.url}notifications.js`);
      expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).scope)).toBe(proxy.url);
      await page.goto(link);
      await page.getByRole('button', { name: 'Yes, it is mine' }).click();
      await expect(page.getByText('Done: you get notifications there from now on.')).toBeVisible();

      for (const docs of ['docs', 'docs/']) {
        await page.goto(proxy.url + docs);
        await page.getByRole('link', { name: '/v1/games/{gameId}/actions' }).last().click();
        await expect(page.getByRole('heading', { name: 'submitAction' })).toBeVisible();
      }
    } finally {
      await proxy.stop();
    }
  });
}
