import { type BrowserContext, expect, type Page, test as plain } from '@playwright/test';
import { BrowserService } from './service.ts';

export { type Browser, expect, type Locator, type Page, type Route } from '@playwright/test';

interface WorkerFixtures {
  settings: Record<string, string>;
  /** a test that sets its own name gets a service without other players */
  houseName: string;
  /** shared by the tests of a worker; each test creates its own players and games */
  service: BrowserService;
}

interface TestFixtures {
  expectedErrors: RegExp[];
}

/** A test fails if a page throws, logs an error, or violates the content security policy. */
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
