import type { Page } from '@playwright/test'

/** A campaign's folders and lore, made without the screens, by whoever is signed in in a page. */
export const filling = (page: Page, campaignId: string) => {
  const post = async (path: string, data: object): Promise<{ id: string; position: string }> => {
    const answer = await page.request.post(`/api/${path}`, {
      data: { campaignId, ...data },
      headers: await headers(page),
    })
    if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
    return answer.json()
  }
  return {
    folder: async (name: string, parentId: string | null = null, visibility = 'CAMPAIGN') =>
      (await post('collections', { name, parentId, visibility })).id,
    lore: async (name: string, collectionId: string | null = null, over: object = {}) =>
      (await post('conjurations', { name, collectionId, visibility: 'CAMPAIGN', ...over })).id,
    async showTo(id: string, visibility: string) {
      const answer = await page.request.patch(`/api/collections/${id}`, {
        data: { visibility },
        headers: await headers(page),
      })
      if (!answer.ok()) throw new Error(await answer.text())
    },
    /** The views have all that was made when this is done. */
    async settled() {
      const { position } = await post('collections', { name: 'Last', parentId: null })
      await page.request.get(`/api/collections/tree?campaignId=${campaignId}`, {
        headers: { 'min-position': position },
      })
    },
  }
}

/** Brings somebody else into a campaign, as a player. */
export const joining = async (owner: Page, guest: Page, campaignId: string): Promise<void> => {
  const path = `/api/campaigns/${campaignId}/invitations`
  const { code } = await (await owner.request.post(path, { data: {}, headers: await headers(owner) })).json()
  const answer = await guest.request.post(`/api/campaigns/invites/${code}`, { data: {}, headers: await headers(guest) })
  const { position } = await answer.json()
  await guest.request.get('/api/campaigns', { headers: { 'min-position': position } })
}

/** What a page of the program itself would send along. */
const headers = async (page: Page) => ({
  origin: new URL((await page.request.get('/api/version')).url()).origin,
  'sec-fetch-site': 'same-origin',
})
