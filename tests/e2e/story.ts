import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, type Table } from './table.ts'

/** A text called 'The bells', with its title and its tools; and the text itself, read or written. */
export const content = (page: Page) => page.getByRole('region', { name: 'The bells', exact: true })
export const text = (page: Page) => page.getByRole('textbox', { name: 'The bells', exact: true })

const load = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
}

/** A text of ines that mara reads, or that ines alone has open. */
export const opened = async (
  { owner, player, campaignId }: Table,
  written: string,
  { isAlone = false, open = load } = {},
) => {
  const data = { campaignId, collectionId: null, name: 'The Weighhouse', visibility: 'CAMPAIGN' }
  const { id: lore = '' } = await owner.ask('POST', 'conjurations', data)
  const segment = { entityType: 'CONJURATION', entityId: lore, type: 'STORY', title: 'The bells' }
  const { id = '' } = await owner.ask('POST', 'content-segments', segment)
  await owner.ask('POST', `texts/${id}/changes`, { id: randomUUID(), base: 0, ops: [{ insert: written }] })
  for (const { page } of isAlone ? [owner] : [owner, player]) {
    await open(page, `/lore/view/${lore}`)
    await expect(content(page)).toContainText(written.split('\n')[0] ?? '')
  }
  return { id, ines: owner.page, mara: player.page }
}
