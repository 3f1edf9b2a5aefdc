import process from 'node:process'
import { defineConfig, devices } from '@playwright/test'
import { findBrowser } from './browser.ts'

const { executablePath, args, env } = await findBrowser()
/** Chromium's own sandbox does not work for root, as which containers often run. */
const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results',
  fullyParallel: true,
  // Each worker has its own server, database and browser, and waits for a part of its time: on two cores there is room for a third.
  workers: 3,
  // A browser that dies on a crowded machine is given another chance; Playwright says that it was needed.
  retries: process.env.CI ? 1 : 0,
  // Only a test that hangs is to fail: a busy machine takes several times as long.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
    // Painting transitions by the processor takes a third of the browser's time; tests that depend on motion use `withMotion`.
    contextOptions: { reducedMotion: 'reduce' },
    // To record all of them costs much of their time; `--trace on` records one that fails here.
    trace: 'on-first-retry',
    launchOptions: {
      args,
      chromiumSandbox: !isRoot,
      ...(executablePath ? { executablePath } : {}),
      ...(env ? { env: { ...process.env, ...env } as Record<string, string> } : {}),
    },
  },
})
