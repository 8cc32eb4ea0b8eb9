import { defineConfig } from '@playwright/test';

/** Debian's browser; nothing is downloaded. */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** As root the browser cannot use its sandbox. */
const AS_ROOT = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export default defineConfig({
  testMatch: '*.spec.ts',
  outputDir: '../../node_modules/.cache/playwright',
  // clicks mostly wait for the page and its server
  workers: 2,
  // a whole game takes hundreds of clicks, and the machine may be busy
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    // a hanging click or request fails with its name, well before its test
    actionTimeout: 60_000,
    // no motion, except in tests of motion
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: CHROMIUM, args: AS_ROOT },
  },
});
