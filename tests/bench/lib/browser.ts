import process from 'node:process'
import { type Browser, chromium, type Page } from '@playwright/test'
import { findBrowser } from '../../e2e/browser.ts'
import type { BenchOptions } from './bench.ts'
import type { Person } from './people.ts'

/** The browser of the tests, with further arguments, closed at the end. */
export async function openBrowser(
  { stopping }: Pick<BenchOptions, 'stopping'>,
  further: readonly string[] = [],
): Promise<Browser> {
  const { executablePath, args, env } = await findBrowser()
  const isRoot = process.getuid?.() === 0
  const browser = await chromium.launch({
    args: [...args, ...further],
    chromiumSandbox: !isRoot,
    ...(executablePath ? { executablePath } : {}),
    ...(env ? { env: { ...process.env, ...env } as Record<string, string> } : {}),
  })
  stopping.add('browser', () => browser.close())
  return browser
}

/** A page of a browser that was never here, signed in. */
export async function pageOf(browser: Browser, url: string, person: Person): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } })
  const cookies = person.headers.cookie.split('; ').map((cookie) => {
    const [name = '', value = ''] = cookie.split(/=(.*)/s)
    return { name, value, url }
  })
  await context.addCookies(cookies)
  return context.newPage()
}
