import { seriousFindings } from './axe.ts'
import { expect, type Table, test } from './table.ts'
import { widest, zoomedInto } from './widths.ts'

const collectionWithConjuration = async ({ owner, campaignId }: Table) => {
  const { id: folder = '' } = await owner.ask('POST', 'collections', {
    campaignId,
    name: 'Harbour district',
    parentId: null,
  })
  for (const name of ['The Eel King', 'Low Salt'])
    await owner.ask('POST', 'conjurations', { campaignId, collectionId: folder, name, visibility: 'CAMPAIGN' })
  return folder
}

test('a folder goes to the Trash with what is in it, and comes back as one, before everybody’s eyes', async ({
  table,
}) => {
  const folder = await collectionWithConjuration(table)
  const [owner, player] = [table.owner.page, table.player.page]
  await owner.goto('/campaign/edit/trash')
  await expect(owner.getByText('Nothing has been deleted')).toBeVisible()
  await player.goto('/campaign/edit/trash')
  await expect(player.getByText('Nothing has been deleted')).toBeVisible()

  await table.owner.ask('DELETE', `collections/${folder}`)
  const row = owner.getByRole('row').filter({ hasText: 'Harbour district' })
  await expect(row).toContainText('ines')
  await expect(row).toContainText('folder with 2 things in it')
  // Who may not restore it sees at most that it is there.
  await expect(player.getByRole('button', { name: 'Restore Harbour district' })).toHaveCount(0)

  await row.getByRole('button', { name: 'Restore Harbour district' }).click()
  await expect(owner.getByText('Harbour district was restored')).toBeVisible()
  await expect(owner.getByText('Nothing has been deleted')).toBeVisible()
  const lore = await owner.request.get(`/api/conjurations?campaignId=${table.campaignId}&collectionId=${folder}`)
  expect((await lore.json()).total).toBe(2)
})

test('several entries that were deleted together come back together, which the notice says', async ({ table }) => {
  const { page, ask } = table.owner
  const { campaignId } = table
  const ids: string[] = []
  for (const name of ['The Eel King', 'Low Salt', 'Reed Mother'])
    ids.push((await ask('POST', 'conjurations', { campaignId, name })).id as string)
  await ask('DELETE', 'conjurations/bulk/delete', { conjurationIds: ids })
  await page.goto('/campaign/edit/trash')
  await page.getByRole('button', { name: /^Restore/ }).click()
  await expect(page.getByText(/^(The Eel King|Low Salt|Reed Mother) and 2 more were restored$/)).toBeVisible()
  await page.goto('/collections')
  await expect(page.getByRole('link', { name: /The Eel King|Low Salt|Reed Mother/ })).toHaveCount(3)
})

test('a file that was deleted lies in the Trash too, for whoever may bring it back', async ({ table, server }) => {
  const [owner, player] = [table.owner.page, table.player.page]
  const added = await player.request.post(`/api/campaigns/${table.campaignId}/files`, {
    headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
    multipart: { file: { name: 'Tides.md', mimeType: 'text/markdown', buffer: Buffer.from('High at noon.') } },
  })
  const { id } = await added.json()
  for (const page of [owner, player]) await page.goto('/campaign/edit/trash')
  await table.owner.ask('DELETE', `campaigns/${table.campaignId}/files/${id}`)
  const row = player.getByRole('row').filter({ hasText: 'Tides.md' })
  await expect(row).toContainText('ines')
  await expect(owner.getByRole('row').filter({ hasText: 'Tides.md' })).toBeVisible()
  await row.getByRole('button', { name: 'Restore Tides.md' }).click()
  await expect(owner.getByText('Nothing has been deleted')).toBeVisible()
  await player.getByText('Open', { exact: true }).click()
  await expect(player.getByRole('link', { name: 'Tides.md', exact: true })).toBeVisible()
})

test('a file is deleted forever by who added it alone, and makes room in their storage', async ({ table, server }) => {
  const [owner, player] = [table.owner.page, table.player.page]
  const added = await player.request.post(`/api/campaigns/${table.campaignId}/files`, {
    headers: { origin: server.url, 'sec-fetch-site': 'same-origin' },
    multipart: { file: { name: 'Charts.md', mimeType: 'text/markdown', buffer: Buffer.alloc(40_000, 'Low water. ') } },
  })
  const { id } = await added.json()
  await table.owner.ask('DELETE', `campaigns/${table.campaignId}/files/${id}`)
  await player.goto('/account-settings?tab=storage')
  await expect(player.getByText('40 kB of it lies in the Trash.')).toBeVisible()
  expect(await seriousFindings(player)).toEqual([])
  await owner.goto('/campaign/edit/general')
  await expect(owner.getByText('40 kB of 5 GB')).toBeVisible()
  for (const page of [owner, player]) await page.goto('/campaign/edit/trash')
  await expect(owner.getByRole('row').filter({ hasText: 'Charts.md' })).toBeVisible()
  await expect(owner.getByRole('button', { name: 'Delete forever Charts.md' })).toHaveCount(0)

  await player.getByRole('button', { name: 'Delete forever Charts.md' }).click()
  const dialog = player.getByRole('alertdialog', { name: 'Delete Charts.md forever?' })
  await expect(dialog).toContainText('This action cannot be undone.')
  expect(await seriousFindings(player)).toEqual([])
  await dialog.getByRole('button', { name: 'Delete forever', exact: true }).click()
  await expect(player.getByText('1 file deleted forever')).toBeVisible()
  for (const page of [owner, player]) await expect(page.getByText('Nothing has been deleted')).toBeVisible()
})

test('lore that its maker moved to their own campaign is taken back by the owner, and by nobody else', async ({
  table,
}) => {
  const { owner, player, campaignId } = table
  const { id: own = '' } = await player.ask('POST', 'campaigns', { name: 'Her own' })
  const lore = { campaignId, name: 'Toll bell', visibility: 'CAMPAIGN' }
  const { id = '' } = await player.ask('POST', 'conjurations', lore)
  for (const { page } of [owner, player]) await page.goto('/campaign/edit/trash')
  await player.ask('POST', `conjurations/${id}/move-to-campaign`, { destinationCampaignId: own })
  const row = owner.page.getByRole('row').filter({ hasText: 'Toll bell' })
  await expect(row).toContainText('moved to another campaign')
  const refused = player.page.getByRole('button', { name: 'Take back Toll bell' })
  await expect(refused).toHaveAccessibleDescription('Only the campaign’s owner can take this back.')
  await refused.focus()
  await expect(player.page.getByRole('tooltip')).toHaveText('Only the campaign’s owner can take this back.')

  await row.getByRole('button', { name: 'Take back Toll bell' }).click()
  await expect(owner.page.getByText('Toll bell is back in this campaign')).toBeVisible()
  for (const { page } of [owner, player]) await expect(page.getByText('Nothing has been deleted')).toBeVisible()
})

test('axe finds nothing serious on the campaign’s screens', async ({ table }) => {
  const folder = await collectionWithConjuration(table)
  await table.owner.ask('DELETE', `collections/${folder}`)
  const { page } = table.owner
  for (const [path, ready] of [
    ['general', 'Welcome message'],
    ['files', 'Choose files'],
    ['members', 'Role of mara'],
    ['trash', 'Restore Harbour district'],
  ] as const) {
    await page.goto(`/campaign/edit/${path}`)
    await expect(page.getByLabel(ready).first()).toBeAttached()
    expect(await seriousFindings(page), path).toEqual([])
  }
  await page.goto('/campaign/edit/danger-zone')
  await page.getByRole('button', { name: 'Delete Campaign' }).click()
  await expect(page.getByRole('alertdialog').getByRole('textbox')).toBeFocused()
  expect(await seriousFindings(page), 'deleting').toEqual([])
  for (const path of [table.code, 'nonsense']) {
    await page.goto(`/campaigns/invite/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await seriousFindings(page), path).toEqual([])
  }
})

test('nothing on the campaign’s screens is wider than a phone', async ({ table }) => {
  const folder = await collectionWithConjuration(table)
  await table.owner.ask('DELETE', `collections/${folder}`)
  await table.owner.ask('PATCH', `campaigns/${table.campaignId}`, { name: 'Unbroken'.repeat(20) })
  const { page } = table.owner
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of ['general', 'files', 'members', 'trash', 'danger-zone']) {
    await page.goto(`/campaign/edit/${path}`)
    await expect(page.getByRole('heading', { level: 1, name: 'Manage Campaign' })).toBeVisible()
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
    expect(await widest(page), path).toBe(390)
    expect(await zoomedInto(page), path).toEqual([])
  }
  await page.goto(`/campaigns/invite/${table.code}`)
  await expect(page.getByRole('heading', { level: 1, name: /Unbroken/ })).toBeVisible()
  expect(await widest(page)).toBe(390)
})

test('a member is given another role and removed by keyboard alone', async ({ table }) => {
  const { page } = table.owner
  await page.goto('/campaign/edit/members')
  await page.getByRole('combobox', { name: 'Role of mara' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'Dungeon Master' })).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Role of mara' })).toHaveValue('Dungeon Master')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Actions for mara' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Transfer Ownership' })).toBeVisible()
  // A menu is seen a moment before it has the focus, and a key that comes earlier goes elsewhere.
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Remove from Campaign' })).toBeFocused({ timeout: 300 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('row').filter({ hasText: 'mara' })).toHaveCount(0)
})
