import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Person, Stack } from '../stack.ts'
import type { campaignOf } from './campaign.ts'

/** What tests of the past are done with: things in a campaign, and what is found at a moment. */
export const pastWorld = (stack: Stack, c: Awaited<ReturnType<typeof campaignOf>>) => {
  const now = async () => ({ 'min-position': String(await stack.store.head()) })
  /** The moment after all that was done until here. */
  const moment = async () => String(await stack.store.head())
  const make = async (as: Person, over: object = {}): Promise<string> => {
    const body = { campaignId: c.campaignId, name: 'Bell', visibility: 'CAMPAIGN', ...over }
    return (await as.post('/api/conjurations', body, await now())).body.id
  }
  const folder = async (as: Person, over: object = {}): Promise<string> => {
    const body = { campaignId: c.campaignId, name: 'Tower', visibility: 'CAMPAIGN', ...over }
    return (await as.post('/api/collections', body, await now())).body.id
  }
  const change = async (as: Person, id: string, body: object) => as.patch(`/api/conjurations/${id}`, body, await now())
  const past = async (as: Person, path: string, position: string, campaignId = c.campaignId) =>
    as.get(`/api/campaigns/${campaignId}/past${path}${path.includes('?') ? '&' : '?'}position=${position}`, await now())
  const page = (as: Person, id: string, position: string, campaignId?: string) =>
    past(as, `/conjurations/${id}`, position, campaignId)
  /** What somebody finds at a moment: the page, and in the list of where it hung. */
  const finds = async (as: Person, id: string, position: string, campaignId?: string) => {
    const [one, list] = [
      await page(as, id, position, campaignId),
      await past(as, '/collections/root?limit=50', position, campaignId),
    ]
    const listed = list.body.data?.some((row: { id: string }) => row.id === id) ?? false
    expect(listed).toBe(one.status === 200)
    return one.status === 200 ? (one.body.name as string) : one.status
  }
  const insert = (words: string) => [{ insert: words }]
  const write = async (as: Person, id: string, base: number, ops: unknown[]) =>
    as.post(`/api/texts/${id}/changes`, { id: randomUUID(), base, ops }, await now())

  return { stack, c, now, moment, make, folder, change, past, page, finds, insert, write }
}
export type PastWorld = ReturnType<typeof pastWorld>
