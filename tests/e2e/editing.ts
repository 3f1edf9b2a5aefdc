import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { type StabilityEditsEmulator, startStabilityEdits } from '../vendors/stability-edits.ts'
import { test as base, type Member } from './app.ts'
import type { Server } from './server.ts'

/** Tests of a program whose pictures are edited by Stability: `stability` says how each edit ends. */
export const test = base.extend<object, { stability: StabilityEditsEmulator }>({
  stability: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from here.
    async ({}, use) => {
      const stability = await startStabilityEdits()
      await use(stability)
      await stability.close()
    },
    { scope: 'worker' },
  ],
  settings: [async ({ stability }, use) => use({ STABILITY_BASE_URL: stability.url }), { scope: 'worker' }],
})

/** Uploads a picture that is no feast for the eyes, small enough to be edited at once; answers its id. */
export const picture = async (page: Page, server: Server, { campaignId }: Member): Promise<string> => {
  const headers = { origin: server.url, 'sec-fetch-site': 'same-origin' }
  const buffer = await sharp({ create: { width: 1536, height: 640, channels: 3, background: '#6a9a9a' } })
    .png()
    .toBuffer()
  const multipart = { image: { name: 'Weighhouse quay.png', mimeType: 'image/png', buffer } }
  const answer = await page.request.post(`/api/images/upload?campaignId=${campaignId}`, { multipart, headers })
  const { id, position } = await answer.json()
  await page.request.get(`/api/images/${id}`, { headers: { 'min-position': position } })
  return id
}

/** What of the editor the tests press and read. */
export const editorOf = (page: Page) => {
  const editor = page.getByRole('dialog', { name: 'Image Editor' })
  const panel = editor.locator('form')
  const stage = editor.getByRole('application')
  return {
    editor,
    panel,
    stage,
    tool: (name: string) =>
      editor.getByRole('navigation', { name: 'Tools' }).getByRole('button', { name, exact: true }),
    act: (name: string | RegExp) => panel.getByRole('button', { name }),
    source: (name: string) => panel.getByRole('group', { name: 'Made by' }).getByRole('radio', { name }),
    line: editor.getByRole('region', { name: 'Edits' }),
    /** Shares of the stage. */
    async stroke(from: readonly [number, number], to: readonly [number, number]) {
      const box = await stage.boundingBox()
      if (!box) throw new Error('There is no stage')
      const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const
      await page.mouse.move(...at(from))
      await page.mouse.down()
      await page.mouse.move(...at(to), { steps: 5 })
      await page.mouse.up()
    },
  }
}
