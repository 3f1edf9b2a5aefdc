import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { imageModels } from '#domain/image-catalogue.ts'
import { findBrowser } from '../e2e/browser.ts'
import { startServer } from '../e2e/server.ts'

/**
 * `node tests/docs/screenshots.ts`: fills a new installation with pictures and takes the documentation's screenshots of it,
 * in both themes and at both widths.
 */
const folder = path.join(import.meta.dirname, '../../docs/screenshots')
const desktop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

const prompts: readonly [slug: string, prompt: string, width: number, height: number, style: string][] = [
  ['studio-vista', 'A causeway over tidal flats at dusk, low enormous moon', 1536, 640, 'digital-art'],
  ['studio-settlement', 'A ruined chapel on a hill, one lit window, mist', 832, 1216, 'digital-art'],
  ['studio-settlement', 'A harbour town at night, lanterns, a ship at the quay', 1344, 768, 'fantasy-art'],
  ['studio-likeness', 'An abbess with red hair, green robe, stern', 896, 1152, 'digital-art'],
  ['studio-still-life', 'A bronze bell hanging from a beam, cracked', 1024, 1024, 'fantasy-art'],
  ['studio-vista', 'Broken arches in the sea at sunset, reeds', 1344, 768, 'digital-art'],
  ['studio-settlement', 'A lighthouse on black rocks, beam over a violet sea', 832, 1216, 'fantasy-art'],
  ['studio-vista', 'A pine forest at dawn with a campfire and a path', 1216, 832, 'digital-art'],
  ['studio-likeness', 'An old fisherman with a white beard and a blue hood', 896, 1152, 'fantasy-art'],
  ['studio-still-life', 'A silver key on green velvet, candlelight', 1024, 1024, 'digital-art'],
  ['studio-likeness', 'A black raven under a pale moon', 1024, 1024, 'comic-book'],
  ['studio-vista', 'Purple moors in the rain, a standing stone', 1536, 640, 'fantasy-art'],
  ['studio-settlement', 'A walled city on a cliff, storm clouds, banners', 1216, 832, 'comic-book'],
  ['studio-still-life', 'A jewelled dagger on dark oak', 896, 1152, 'fantasy-art'],
]

const settings = { STABILITY_API_KEY: '' }
let server = await startServer(settings)
const { env, ...browser } = await findBrowser()
const chrome = await chromium.launch({
  ...browser,
  chromiumSandbox: process.getuid?.() !== 0,
  env: { ...process.env, ...env } as Record<string, string>,
})
await fs.mkdir(folder, { recursive: true })

const open = (
  theme: 'dark' | 'light',
  viewport = desktop,
  state?: Awaited<ReturnType<BrowserContext['storageState']>>,
) => chrome.newContext({ baseURL: server.url, colorScheme: theme, viewport, ...(state ? { storageState: state } : {}) })

const shoot = async (page: Page, name: string) => {
  await page.evaluate(() => document.fonts.ready)
  await page.waitForLoadState('networkidle')
  const png = await page.screenshot({ animations: 'disabled' })
  await sharp(png)
    .webp({ quality: 82 })
    .toFile(path.join(folder, `${name}.webp`))
}

const context = await open('dark')
const headers = { origin: server.url, 'sec-fetch-site': 'same-origin', ...server.asOperator }
const post = async (url: string, data: object) => {
  const answer = await context.request.post(`/api/${url}`, {
    data,
    headers: { ...headers, 'idempotency-key': randomUUID() },
  })
  if (!answer.ok()) throw new Error(`${url}: ${answer.status()} ${await answer.text()}`)
  return answer.json()
}
const until = async (check: () => Promise<boolean>) => {
  const deadline = Date.now() + 120_000
  while (!(await check())) if (Date.now() > deadline) throw new Error('The pictures did not come')
}

const { user } = await post('auth/sign-up/email', {
  name: 'ines',
  email: 'ines@example.org',
  password: 'correct horse',
})
await context.request.patch('/api/users/me', { data: { onboarded: true }, headers })
const { id: campaignId } = await post('campaigns', { name: 'The Drowned Bells' })
let state = await context.storageState()

const eachTheme = async (
  name: string,
  act: (page: Page, theme: 'dark' | 'light', size: 'desktop' | 'phone') => Promise<void>,
  signedIn = true,
) => {
  for (const theme of ['dark', 'light'] as const)
    for (const [size, viewport] of [
      ['desktop', desktop],
      ['phone', phone],
    ] as const) {
      const own = await open(theme, viewport, signedIn ? state : undefined)
      const page = await own.newPage()
      await act(page, theme, size)
      await shoot(page, `${name}${size === 'phone' ? '-phone' : ''}-${theme}`)
      await own.close()
    }
}

await eachTheme('sign-in', async (page) => void (await page.goto('/auth/login')), false)
await eachTheme('gallery-empty', async (page) => {
  await page.goto('/images')
  await page.getByText('Create Your Campaign Visuals').waitFor()
})

for (const [slug, prompt, width, height, stylePreset] of prompts) {
  const modelId = imageModels.find((model) => model.slug === slug)?.id
  await post('images', { modelId, prompt, negativePrompt: '', stylePreset, count: 1, width, height, campaignId })
}
const gallery = async () => (await context.request.get(`/api/images/gallery?campaignId=${campaignId}`)).json()
await until(async () => (await gallery()).images.every(({ status }: { status: string }) => status === 'COMPLETED'))

await eachTheme('gallery', async (page) => {
  await page.goto('/images')
  await page.locator('img[src*="/file/"]').first().waitFor()
})
await eachTheme('models', async (page, _theme, size) => {
  await page.goto('/images?generate=1')
  await page.getByRole('button', { name: 'Select Models' }).click()
  await page.getByRole('dialog').getByText('Reliquary').waitFor()
  if (size === 'desktop') await page.getByRole('dialog').getByText('Stone & Lantern').click()
})
await eachTheme('generate', async (page, theme, size) => {
  await page.goto('/images?generate=1')
  await page
    .getByRole('textbox', { name: 'Prompt', exact: true })
    .fill(
      `The arches of the Drowned Quarter at slack water, one lit window high on the left, ${theme === 'dark' ? 'by night' : 'at dawn'}`,
    )
  await page.getByRole('button', { name: /^Generate \d/ }).click()
  await page
    .getByText('Done', { exact: true })
    .nth(size === 'phone' ? 0 : 1)
    .waitFor({ timeout: 60_000 })
})
const { images } = await gallery()
await eachTheme('picture', async (page) => {
  await page.goto(`/images/${images[2].id}`)
  await page.getByText('Drawn on this machine').waitFor()
})
await eachTheme('admin-events', async (page, _theme, size) => {
  await page.goto(`/admin/users/${user.id}/events`)
  await page.getByText('CreditsCaptured').first().waitFor()
  if (size === 'desktop') await page.getByText('CreditsCaptured').first().click()
})
await eachTheme('admin-users', async (page) => {
  await page.goto('/admin/users')
  await page.getByText('ines@example.org').first().waitFor()
})

// Lore, on an installation that the demo filled.
await server.stop()
server = await startServer(settings)
await promisify(execFile)(process.execPath, [path.join(import.meta.dirname, '../../demo/main.ts')], {
  env: { ...process.env, BASE_URL: server.url },
})
const owner = await open('dark')
await owner.request.post('/api/auth/sign-in/email', {
  data: { email: 'ines@example.org', password: 'five still ring' },
  headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
})
state = await owner.storageState()
const { data: campaigns } = await (await owner.request.get('/api/campaigns')).json()
const found = await (await owner.request.get(`/api/conjurations?campaignId=${campaigns[0].id}&limit=100`)).json()
const pictured = found.data.find(({ imageUri }: { imageUri: string | null }) => imageUri)

await eachTheme('collections', async (page) => {
  await page.goto('/collections')
  await page.getByText('Welcome to Orison').first().waitFor()
})
await eachTheme('lore', async (page) => {
  await page.goto(`/lore/view/${pictured.id}`)
  await page.getByText('Written by').first().waitFor()
})
await eachTheme('search', async (page) => {
  await page.goto(`/lore/view/${pictured.id}`)
  await page.getByText('Written by').first().waitFor()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search anything...').fill('bell')
  await page.getByRole('dialog').getByText('The Seventh Bell').first().waitFor()
})
await eachTheme('members', async (page) => {
  await page.goto('/campaign/edit/members')
  await page.getByText('tomasz').first().waitFor()
})
await eachTheme('trash', async (page) => {
  await page.goto('/campaign/edit/trash')
  await page
    .getByRole('button', { name: /Restore/ })
    .first()
    .waitFor()
})

await chrome.close()
await server.stop()
