import { randomUUID } from 'node:crypto'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { test as base, leave } from './app.ts'
import type { Server } from './server.ts'

/** Somebody with a browser of their own, and the API as they ask it. */
export interface Person {
  userId: string
  page: Page
  /** Answers once what was done shows to whoever asks next. */
  ask(method: 'POST' | 'PATCH' | 'DELETE', url: string, data?: object): Promise<Record<string, string>>
  close(): Promise<void>
}

const personIn = async (
  context: BrowserContext,
  { url: origin, asOperator }: Server,
  name: string,
): Promise<Person> => {
  const headers = { origin, 'sec-fetch-site': 'same-origin', ...asOperator }
  const ask: Person['ask'] = async (method, url, data) => {
    const answer = await context.request.fetch(`${origin}/api/${url}`, { method, data, headers })
    if (!answer.ok()) throw new Error(`${method} ${url}: ${answer.status()} ${await answer.text()}`)
    const body = await answer.json()
    if (body.position)
      await context.request.get(`${origin}/api/campaigns`, { headers: { 'min-position': body.position } })
    return body
  }
  const email = `${randomUUID()}@example.org`
  const { user } = (await ask('POST', 'auth/sign-up/email', { name, email, password: 'correct horse' })) as unknown as {
    user: { id: string }
  }
  await ask('PATCH', 'users/me', { onboarded: true })
  const page = await context.newPage()
  const close = () => leave(page).then(() => context.close())
  return { userId: user.id, page, ask, close }
}

/** A new account in a browser of its own. */
export const newPerson = async (browser: Browser, server: Server, name: string): Promise<Person> =>
  personIn(await browser.newContext({ baseURL: server.url }), server, name)

export interface Table {
  campaignId: string
  /** A code that lets people in. */
  code: string
  owner: Person
  player: Person
}

/** A campaign, “The Drowned Bells”, of ines, whom mara has joined; each in a browser of their own. */
export const test = base.extend<{ table: Table }>({
  table: async ({ browser, server }, use) => {
    const owner = await newPerson(browser, server, 'ines')
    const player = await newPerson(browser, server, 'mara')
    const { id: campaignId = '' } = await owner.ask('POST', 'campaigns', { name: 'The Drowned Bells' })
    const { code = '' } = await owner.ask('POST', `campaigns/${campaignId}/invitations`, {})
    await player.ask('POST', `campaigns/invites/${code}`)
    await use({ campaignId, code, owner, player })
    await owner.close()
    await player.close()
  },
})

/** Puts a picture into the gallery of a campaign. */
export const picture = async (person: Person, campaignId: string, name: string) => {
  const bytes = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const { origin } = new URL(person.page.url())
  const answer = await person.page.context().request.post(`${origin}/api/images/upload?campaignId=${campaignId}`, {
    headers: { origin, 'sec-fetch-site': 'same-origin' },
    multipart: { name, image: { name: `${name}.png`, mimeType: 'image/png', buffer: bytes } },
  })
  const { id, position } = await answer.json()
  await person.page.context().request.get(`${origin}/api/campaigns`, { headers: { 'min-position': position } })
  return id as string
}

export { expect } from './app.ts'
