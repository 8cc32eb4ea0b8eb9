import { type BrowserContext, expect, type Page, test as plain } from '@playwright/test';
import { BrowserService } from './service.ts';

export { type Browser, expect, type Locator, type Page, type Route } from '@playwright/test';

interface WorkerFixtures {
  /** of the service, beside those that every test has */
  settings: Record<string, string>;
  /** tests that need a house in which nobody else has played name one of their own */
  houseName: string;
  /** one for the tests that a worker runs one after another; each has players and games of its own */
  service: BrowserService;
}

interface TestFixtures {
  /** what may be logged as an error in this test: a browser logs each call that is refused */
  expectedErrors: RegExp[];
}

/** Every page of every test fails it when anything is thrown, logged as an error or refused by the policy of the pages. */
export const test = plain.extend<TestFixtures, WorkerFixtures>({
  settings: [{}, { option: true, scope: 'worker' }],
  houseName: ['everybody', { option: true, scope: 'worker' }],
  service: [
    async ({ settings }, use) => {
      const service = await BrowserService.start(settings);
      await use(service);
      await service.remove();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  expectedErrors: [[], { option: true }],
  baseURL: async ({ service }, use) => use(service.url),
  context: async ({ context, expectedErrors }, use) => useWatched(context, expectedErrors, use),
});

/** Lends a browser's context to a test, which fails when a page of it has an error that is not expected. */
export async function useWatched(
  context: BrowserContext,
  expectedErrors: readonly RegExp[],
  use: (context: BrowserContext) => Promise<void>,
): Promise<void> {
  const faults: string[] = [];
  context.on('page', (page) => watch(page, faults));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      console.error(`policy: ${violatedDirective} ${blockedURI} ${sample}`);
    });
  });
  await use(context);
  expect(faults.filter((fault) => !expectedErrors.some((expected) => expected.test(fault)))).toEqual([]);
}

function watch(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`thrown: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`logged: ${message.text()} ${message.location().url}`);
  });
}
