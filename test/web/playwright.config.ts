import { defineConfig } from '@playwright/test';

/** Debian's browser: nothing is downloaded. */
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';
/** A browser that runs as root has no sandbox of its own. */
const AS_ROOT = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export default defineConfig({
  testMatch: '*.spec.ts',
  outputDir: '../../node_modules/.cache/playwright',
  // most of a click is waiting: for the page, and for its server
  workers: 2,
  // a whole game is some hundred clicks, and the machine may be busy
  timeout: 300_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    // nothing moves and nothing waits for it, but where a test is about that
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath: CHROMIUM, args: AS_ROOT },
  },
});
