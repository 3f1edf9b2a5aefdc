import { chromium } from '@playwright/test'
import { launch } from 'chrome-launcher'
import lighthouse, { desktopConfig } from 'lighthouse'
import { findBrowser } from '../../e2e/browser.ts'

export interface Seen {
  /** 0 to 100. */
  performance: number
  accessibility: number
  /** Milliseconds: first and largest contentful paint, time that the main thread was blocked. */
  fcp: number
  lcp: number
  tbt: number
  /** How much moved, from 0. */
  cls: number
  /** Accessibility audits that failed, by their titles. */
  failed: string[]
}

export type FormFactor = 'desktop' | 'phone'

/** Looks at a page in a browser of its own, with an empty cache, as Lighthouse does: a phone with a slow network by default. */
export async function lookAt(url: string, formFactor: FormFactor, cookie: string): Promise<Seen> {
  const { executablePath = chromium.executablePath(), args, env } = await findBrowser()
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const chrome = await launch({
    chromePath: executablePath,
    chromeFlags: ['--headless', ...args, ...sandbox],
    envVars: { ...process.env, ...env },
    logLevel: 'silent',
  })
  try {
    await giveCookie(chrome.port, url, cookie)
    const flags = { port: chrome.port, logLevel: 'silent', onlyCategories: ['performance', 'accessibility'] } as const
    const result = await lighthouse(url, { ...flags, onlyCategories: [...flags.onlyCategories] }, configs[formFactor])
    if (!result) throw new Error('Lighthouse found nothing')
    const { audits, categories, runtimeError } = result.lhr
    if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
    const landed = new URL(result.lhr.finalDisplayedUrl).pathname
    if (landed !== new URL(url).pathname) throw new Error(`${url} leads to ${landed}`)
    const figure = (id: string) => audits[id]?.numericValue ?? Number.NaN
    const score = (category: string) => Math.round((categories[category]?.score ?? Number.NaN) * 100)
    const failed = (categories.accessibility?.auditRefs ?? []).flatMap(({ id }) => {
      const audit = audits[id]
      return audit?.score === 0 && audit.scoreDisplayMode === 'binary' ? [audit.title] : []
    })
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      fcp: figure('first-contentful-paint'),
      lcp: figure('largest-contentful-paint'),
      tbt: figure('total-blocking-time'),
      cls: figure('cumulative-layout-shift'),
      failed,
    }
  } finally {
    chrome.kill()
  }
}

const configs = { desktop: desktopConfig, phone: { extends: 'lighthouse:default' } }

async function giveCookie(port: number, url: string, cookie: string) {
  if (cookie === '') return
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  // For all of it: of a page deep down it would be for what lies beside that page alone.
  const { origin } = new URL(url)
  const cookies = cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return { name, value: value.join('='), url: origin }
  })
  await browser.contexts()[0]?.addCookies(cookies)
  await browser.close()
}
