import type { Page } from '@playwright/test'
import { choose, core, hold } from './generating.ts'
import { expect, type Table, test } from './table.ts'
import { touched, wordsOf, writeAnew, writeOn } from './writing.ts'

const name = (page: Page) => page.getByRole('textbox', { name: 'Name' })

/** Lore of mara, which ines may write as the owner of the campaign: both have it open. */
const opened = async ({ owner, player, campaignId }: Table) => {
  const data = { campaignId, collectionId: null, name: 'The Eel King', description: 'He holds the debt.' }
  const { id = '' } = await player.ask('POST', 'conjurations', data)
  for (const { page } of [owner, player]) {
    await page.goto(`/lore/view/${id}`)
    await expect(name(page)).toHaveValue('The Eel King')
  }
  return { id, ines: owner.page, mara: player.page }
}

test.describe('two people with the same lore open', () => {
  test('who write different fields both win', async ({ table }) => {
    const { ines, mara } = await opened(table)
    await Promise.all([name(ines).fill('The Eel Queen'), writeAnew(mara, 'She holds the debt.')])
    for (const page of [ines, mara]) {
      await expect(name(page)).toHaveValue('The Eel Queen')
      await expect(wordsOf(page)).toHaveText('She holds the debt.')
    }
    await expect(ines.getByText(/wrote this after you|wrote another version/)).toHaveCount(0)
  })

  test('who write the same field: the later wins, and the earlier sees it and can have theirs back', async ({
    table,
  }) => {
    const { ines, mara } = await opened(table)
    await name(ines).fill('The Eel Duke')
    await expect(name(mara)).toHaveValue('The Eel Duke')
    await name(mara).fill('The Eel Queen')
    await expect(name(ines)).toHaveValue('The Eel Queen')
    await expect(ines.getByText('mara wrote this after you. Your version is kept.')).toBeVisible()
    await ines.getByRole('button', { name: 'Use mine' }).click()
    await expect(name(mara)).toHaveValue('The Eel Duke')
    await expect(mara.getByText('ines wrote this after you. Your version is kept.')).toBeVisible()
  })

  test('do not disturb each other’s typing: the other version is offered beside it', async ({ table }) => {
    const { ines, mara } = await opened(table)
    const held = Promise.withResolvers<void>()
    await mara.route('**/api/conjurations/*', async (route) => {
      if (route.request().method() === 'PATCH') await held.promise
      await route.continue()
    })
    await name(mara).focus()
    await mara.keyboard.press('ControlOrMeta+End')
    await mara.keyboard.type(' of Yaw')
    await name(ines).fill('The Eel Queen')
    await expect(mara.getByText('ines wrote another version while you were writing.')).toBeVisible()
    await expect(name(mara)).toHaveValue('The Eel King of Yaw')
    held.resolve()
    await expect(name(ines)).toHaveValue('The Eel King of Yaw')
    await mara.getByRole('button', { name: 'Use theirs' }).click()
    await expect(name(ines)).toHaveValue('The Eel Queen')
  })

  test('who are one person in two windows are told the same, and nothing that they typed is gone', async ({
    table,
  }) => {
    const { ines, id } = await opened(table)
    const other = await ines.context().newPage()
    await other.goto(`/lore/view/${id}`)
    await name(ines).fill('The Eel Duke')
    await expect(name(other)).toHaveValue('The Eel Duke')
    await name(other).fill('The Eel Queen')
    await expect(name(ines)).toHaveValue('The Eel Queen')
    await expect(ines.getByText('You wrote this in another window after that.')).toBeVisible()
    await ines.getByText('Read mine').click()
    await expect(ines.getByRole('blockquote')).toHaveText('The Eel Duke')
    await ines.getByRole('button', { name: 'Use mine from here' }).click()
    await expect(name(other)).toHaveValue('The Eel Duke')
    await expect(other.getByText('You wrote this in another window after that.')).toBeVisible()
    // What this very window brings back is no other window's doing.
    await ines.getByRole('button', { name: 'History', exact: true }).click()
    await ines
      .getByRole('button', { name: /^Restore/ })
      .last()
      .click()
    await expect(ines.getByText('Version restored')).toBeVisible()
    await expect(name(ines)).toHaveValue('The Eel King')
    await expect(ines.getByText('You wrote this in another window after that.')).toHaveCount(0)
  })

  test('write one description at once, each seeing the other’s words and where they are', { tag: '@core' }, async ({
    table,
  }) => {
    const { ines, mara } = await opened(table)
    await writeOn(ines, ' Every crown of it.')
    await touched(mara)
    await mara.keyboard.press('ControlOrMeta+Home')
    await mara.keyboard.type('Nobody knows why: ')
    for (const page of [mara, ines])
      await expect(wordsOf(page)).toHaveText('Nobody knows why: He holds the debt. Every crown of it.')
    await expect(ines.getByTitle('mara', { exact: true }).first()).toBeVisible()
    // What was typed with pauses is undone piece by piece, and never what somebody else wrote.
    await expect(async () => {
      await ines.keyboard.press('ControlOrMeta+Z')
      await expect(wordsOf(ines)).toHaveText('Nobody knows why: He holds the debt.', { timeout: 1_000 })
    }).toPass()
    await expect(wordsOf(mara)).toHaveText('Nobody knows why: He holds the debt.')
  })

  test('end with one description though one of them was cut off while both wrote', async ({ table }) => {
    const { ines, mara } = await opened(table)
    await touched(ines)
    await touched(mara)
    await mara.context().setOffline(true)
    await mara.keyboard.type(' All of it.')
    await expect(mara.getByText('Offline: not saved yet')).toBeVisible()
    await ines.keyboard.press('ControlOrMeta+Home')
    await ines.keyboard.type('Mark this. ')
    await expect(ines.getByText('Saved', { exact: true })).toBeVisible()
    await mara.context().setOffline(false)
    for (const page of [ines, mara]) await expect(wordsOf(page)).toHaveText('Mark this. He holds the debt. All of it.')
  })

  test('see a description that is given anew as plain words, until it is written in as a text', async ({ table }) => {
    const { ines, mara, id } = await opened(table)
    await touched(mara)
    await table.owner.ask('PATCH', `conjurations/${id}`, { description: 'He forgave the debt.' })
    for (const page of [ines, mara]) await expect(wordsOf(page)).toHaveText('He forgave the debt.')
    await writeOn(mara, ' Nearly all of it.')
    await expect(wordsOf(ines)).toHaveText('He forgave the debt. Nearly all of it.')
  })

  test('see that the other is there, until they leave or may not be', async ({ table }) => {
    const { ines, mara } = await opened(table)
    const alsoHere = (page: Page, name: string) => page.getByRole('group', { name: `Also here: ${name}`, exact: true })
    await expect(alsoHere(ines, 'mara')).toBeVisible()
    await expect(alsoHere(mara, 'ines')).toHaveText(/ines is here/)
    // On a phone the face alone, so that the buttons of the header stay on the screen.
    await ines.setViewportSize({ width: 390, height: 844 })
    await expect(ines.getByText('mara is here')).toBeHidden()
    await expect(alsoHere(ines, 'mara')).toBeInViewport({ ratio: 1 })
    await expect(ines.getByRole('button', { name: 'Actions', exact: true })).toBeInViewport({ ratio: 1 })
    await ines.setViewportSize({ width: 1280, height: 720 })
    await mara.goto('/collections')
    await expect(ines.getByRole('group', { name: /Also here/ })).toHaveCount(0)
    await mara.goBack()
    await expect(alsoHere(ines, 'mara')).toBeVisible()
    await table.owner.ask('DELETE', `campaigns/${table.campaignId}/members/${table.player.userId}`)
    await expect(ines.getByRole('group', { name: /Also here/ })).toHaveCount(0)
  })

  test('see it hidden, shown again, deleted and restored', async ({ table }) => {
    const { owner, player, campaignId } = table
    const { id = '' } = await owner.ask('POST', 'conjurations', {
      campaignId,
      collectionId: null,
      name: 'The plan',
      visibility: 'CAMPAIGN',
    })
    const { page } = player
    await page.goto(`/lore/view/${id}`)
    const heading = page.getByRole('heading', { name: 'The plan' })
    await expect(heading).toBeVisible()
    await owner.ask('PATCH', `conjurations/${id}`, { visibility: 'DM' })
    await expect(page.getByRole('heading', { name: "You don't have permission to view this lore." })).toBeVisible()
    await expect(page.getByText('The plan')).toHaveCount(0)
    await owner.ask('PATCH', `conjurations/${id}`, { visibility: 'CAMPAIGN' })
    await expect(heading).toBeVisible()
    const { operationId } = await owner.ask('DELETE', `conjurations/${id}`)
    await expect(page.getByText('This lore is in the Trash.')).toBeVisible()
    await owner.ask('POST', `campaigns/${campaignId}/trash/${operationId}/restore`)
    await expect(page.getByText('This lore is in the Trash.')).toHaveCount(0)
    await expect(heading).toBeVisible()
  })

  test('see it go with its folder, and come back with it', async ({ table }) => {
    const { owner, player, campaignId } = table
    const { id: folder } = await owner.ask('POST', 'collections', { campaignId, name: 'Harbour', parentId: null })
    const { id = '' } = await owner.ask('POST', 'conjurations', {
      campaignId,
      collectionId: folder,
      name: 'The plan',
      visibility: 'CAMPAIGN',
    })
    for (const { page } of [owner, player]) {
      await page.goto(`/lore/view/${id}`)
      await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toContainText('Harbour')
    }
    await owner.ask('DELETE', `collections/${folder}`)
    for (const { page } of [owner, player]) await expect(page.getByText('This lore is in the Trash.')).toBeVisible()
    await owner.page.getByRole('button', { name: 'Restore' }).click()
    for (const { page } of [owner, player]) {
      await expect(page.getByText('This lore is in the Trash.')).toHaveCount(0)
      await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toContainText('Harbour')
    }
  })

  test('see its folder renamed above it, and its history grow', async ({ table }) => {
    const { owner, player, campaignId } = table
    const { id: folder } = await owner.ask('POST', 'collections', { campaignId, name: 'Harbour', parentId: null })
    const { id = '' } = await owner.ask('POST', 'conjurations', {
      campaignId,
      collectionId: folder,
      name: 'The plan',
      visibility: 'CAMPAIGN',
    })
    const { page } = player
    await page.goto(`/lore/view/${id}`)
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
    await expect(crumbs).toContainText('Harbour')
    await owner.ask('PATCH', `collections/${folder}`, { name: 'Sunken Harbour' })
    await expect(crumbs).toContainText('Sunken Harbour')
    await page.getByRole('button', { name: 'History', exact: true }).click()
    await expect(page.locator('.history_card')).toHaveCount(1)
    await owner.ask('PATCH', `conjurations/${id}`, { name: 'The better plan' })
    await expect(page.locator('.history_card').first()).toContainText('ines wrote the name')
    await expect(page.getByRole('button', { name: /^Restore/ })).toHaveCount(0)
  })
})

test('a picture is asked for from the lore, and stands for it in every window once it is chosen', async ({
  table,
  server,
}) => {
  const { ines, mara } = await opened(table)
  const drawing = hold(server)
  await ines.getByRole('link', { name: 'Generate Image' }).click()
  await choose(ines, core)
  await ines.getByLabel('Prompt', { exact: true }).fill('A king with the face of an eel')
  await ines.getByRole('button', { name: /^Generate \d/ }).click()
  await expect(mara.getByText('1 being made')).toBeVisible()
  drawing.release()
  await ines.getByRole('button', { name: 'Done', exact: true }).click()
  await expect(name(ines)).toHaveValue('The Eel King')

  await ines.getByRole('button', { name: /^History · 1/ }).click()
  await expect(ines.getByRole('heading', { name: 'Select from image history' })).toBeVisible()
  await ines.getByRole('button', { name: 'Set as primary image' }).click()
  await expect(ines.getByRole('dialog').getByText('Primary image')).toBeVisible()
  await expect(mara.getByRole('link', { name: 'Open the primary image' })).toBeVisible()
  await ines.keyboard.press('Escape')
  await ines.getByRole('link', { name: 'Open the primary image' }).click()
  await expect(ines).toHaveURL(/\/images\//)
  await ines.getByRole('link', { name: 'Back' }).click()
  await expect(name(ines)).toHaveValue('The Eel King')
})
