import type { Page } from '@playwright/test'
import { imageModels } from '../../backend/domain/image-catalogue.ts'
import { expect } from './app.ts'
import type { Server } from './server.ts'

export const headersOf = ({ url }: Server) => ({ origin: url, 'sec-fetch-site': 'same-origin' })

/** A map drawn for the test's person; answers its id. */
export const drawn = async (
  page: Page,
  server: Server,
  campaignId: string,
  prompt = 'A crypt of two chambers',
): Promise<string> => {
  const modelId = imageModels.find(({ type }) => type === 'MAP')?.id
  const wanted = { modelId, campaignId, prompt, count: 1, width: 640, height: 1536 }
  const answer = await page.request.post('/api/images', { data: wanted, headers: headersOf(server) })
  const { images } = await answer.json()
  const id = images[0].id
  await expect
    .poll(async () => (await (await page.request.get(`/api/images/${id}`)).json()).uri, { timeout: 60_000 })
    .not.toBeNull()
  return id
}

/** What a map is called: what its drawer called it, as long as nobody else has. */
export const nameOf = async (page: Page, id: string): Promise<string> =>
  (await (await page.request.get(`/api/images/${id}`)).json()).name
