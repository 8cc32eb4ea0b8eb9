import { defineConfig } from '@playwright/test';

/** The browser of Debian. Nothing is downloaded. */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** As root, the browser cannot use its sandbox. */
const AS_ROOT = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export default defineConfig({
  testMatch: '*.spec.ts',
  outputDir: '../../node_modules/.cache/playwright',
  // two tests run at a time, because clicks mostly wait for the page and its server
  workers: 2,
  // a whole game takes hundreds of clicks, and the machine may be busy
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    // if a click or request hangs, the report names it after this time, long before the test times out
    actionTimeout: 60_000,
    // there is no motion, except in tests of motion
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: CHROMIUM, args: AS_ROOT },
  },
});
