import { randomUUID } from 'node:crypto'
import { type APIRequestContext, type BrowserContext, test as base, type Page } from '@playwright/test'
import { type Server, startServer } from './server.ts'

export interface Member {
  userId: string
  campaignId: string
}

interface Own {
  /** Somebody new with a campaign of their own, signed in in the test's page. */
  member: Member
}
interface Shared {
  /** What the server is started with besides. */
  settings: Record<string, string>
  installation: { server: Server; admin: APIRequestContext }
  server: Server
  /** Gives somebody a plan, as the installation's admin does. */
  givePlan: (userId: string, plan: 'BASIC' | 'PRO') => Promise<void>
}

/** Tests against the program itself: one server for each worker, a new person for each test. */
export const test = base.extend<Own, Shared>({
  settings: [{}, { scope: 'worker', option: true }],
  installation: [
    async ({ playwright, settings }, use) => {
      const server = await startServer(settings)
      const extraHTTPHeaders = { origin: server.url, 'sec-fetch-site': 'same-origin' }
      const admin = await playwright.request.newContext({ baseURL: server.url, extraHTTPHeaders })
      // The first account is the installation's admin.
      await admin.post('/api/auth/sign-up/email', {
        headers: server.asOperator,
        data: { name: 'Admin', email: 'admin@example.org', password: 'correct horse' },
      })
      await admin.patch('/api/users/me', { data: { onboarded: true } })
      await use({ server, admin })
      await admin.dispose()
      await server.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  server: [async ({ installation }, use) => use(installation.server), { scope: 'worker' }],
  givePlan: [
    async ({ installation: { admin } }, use) =>
      use(async (userId, plan) => {
        const data = { userId, plan, reason: 'To try it', subscriptionPaidThrough: null }
        const answer = await admin.post('/api/admin/subscription/change', { data })
        if (!answer.ok()) throw new Error(`${answer.status()} ${await answer.text()}`)
        const { position } = await answer.json()
        await admin.get('/api/campaigns', { headers: { 'min-position': position } })
      }),
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  page: async ({ page }, use) => {
    await use(page)
    await leave(page)
  },
  member: async ({ context, server }, use) => use(await signUp(context, server)),
})
export { expect } from '@playwright/test'

/** Options for tests that depend on motion: dialogs that fade while the focus moves, timed screens, turning models. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const

/** What a test answers in the server's place may still be on its way when the test is over, and is nobody's fault. */
export const leave = async (page: Page): Promise<void> => {
  if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Signs somebody new up in a context, with a campaign. */
export async function signUp(context: BrowserContext, server: Server, campaign = 'The Drowned Bells'): Promise<Member> {
  const email = `${randomUUID()}@example.org`
  const headers = { origin: server.url, 'sec-fetch-site': 'same-origin', ...server.asOperator }
  const post = async (url: string, data: object) => {
    const answer = await context.request.post(`${server.url}/api/${url}`, { data, headers })
    if (!answer.ok()) throw new Error(`${url}: ${answer.status()} ${await answer.text()}`)
    return answer.json()
  }
  const { user } = await post('auth/sign-up/email', { name: 'ines', email, password: 'correct horse' })
  await context.request.patch(`${server.url}/api/users/me`, { data: { onboarded: true }, headers })
  const { id, position } = await post('campaigns', { name: campaign })
  // The page that comes next is a new reader: it would not know what to wait for.
  await context.request.get(`${server.url}/api/campaigns`, { headers: { 'min-position': position } })
  return { userId: user.id, campaignId: id }
}

/** The same person in another browser. */
export const signedInAs = async (page: Page, open: () => Promise<BrowserContext>): Promise<Page> => {
  const context = await open()
  await context.addCookies(await page.context().cookies())
  return context.newPage()
}
