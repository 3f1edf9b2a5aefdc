import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { signedInAs } from './app.ts'
import { seriousFindings } from './axe.ts'
import { expect, type Table, test } from './table.ts'

const fieldOn = (page: Page) => page.getByRole('textbox', { name: 'Message to Weavy' })
const answersOn = (page: Page) => page.getByRole('article', { name: 'Weavy' })
const send = async (page: Page, text: string) => {
  await fieldOn(page).fill(text)
  await fieldOn(page).press('Enter')
}

/** An entry with a quotable description. */
const clerk = async ({ owner, campaignId }: Table) => {
  const description = 'Ysolde Marrow is the harbour clerk. She lives above the chandlery on Salt Quay.'
  const lore = { campaignId, visibility: 'CAMPAIGN', name: 'Ysolde Marrow', description }
  return (await owner.ask('POST', 'conjurations', lore)).id as string
}

test('a question is answered with its source, goes on in a second tab and after a reload, and the source opens', {
  tag: '@core',
}, async ({ table, givePlan, browser, server }) => {
  const id = await clerk(table)
  const { page, userId } = table.owner
  await givePlan(userId, 'BASIC')
  await page.goto('/conversations')
  await expect(page.getByText('nothing is sent to another service')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  // A suggestion is sent as it is.
  await page.getByRole('button', { name: 'What do we know about Ysolde Marrow?' }).click()
  await expect(answersOn(page).getByText('Ysolde Marrow is the harbour clerk.')).toBeVisible()
  await expect(page).toHaveURL(/\/conversations\/[\w-]{36}$/)
  await expect(page.getByRole('heading', { name: 'What do we know about Ysolde Marrow' })).toBeVisible()

  const other = await signedInAs(page, () => browser.newContext({ baseURL: server.url }))
  await other.goto(page.url())
  await expect(answersOn(other)).toHaveCount(1)
  const field = fieldOn(page)
  await field.fill('And where')
  await field.press('Shift+Enter')
  await field.pressSequentially('does she live?')
  await field.press('Enter')
  await expect(field).toHaveValue('')
  for (const each of [page, other]) {
    await expect(each.getByRole('article', { name: 'You' }).last()).toHaveText(/And where\s+does she live\?/)
    await expect(answersOn(each).getByText('She lives above the chandlery on Salt Quay.').last()).toBeVisible()
  }
  await page.reload()
  await expect(answersOn(page)).toHaveCount(2)
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('region', { name: 'Sources' }).last().getByRole('link').first().click()
  await expect(page).toHaveURL(new RegExp(`/lore/view/${id}`))
  await expect(page.getByRole('heading', { name: 'Ysolde Marrow', level: 1 })).toBeVisible()
  await other.context().close()
})

test('what is hidden or changed since is marked in earlier answers, without a reload', async ({ table, givePlan }) => {
  const id = await clerk(table)
  const { owner, player } = table
  await givePlan(player.userId, 'BASIC')
  await player.page.goto('/conversations')
  await send(player.page, 'Who is Ysolde Marrow?')
  const answer = answersOn(player.page).first()
  await expect(answer.getByText('Ysolde Marrow is the harbour clerk.')).toBeVisible()
  await owner.ask('PATCH', `conjurations/${id}`, { description: 'Ysolde Marrow left the harbour.' })
  await expect(answer.getByText(/as it was on .+, changed since/).first()).toBeVisible()
  await owner.ask('PATCH', `conjurations/${id}`, { visibility: 'DM' })
  await expect(answer.getByText('Based on something you can no longer see.').first()).toBeVisible()
  await expect(answer.getByText(/harbour clerk|Ysolde/)).toHaveCount(0)
})

test('a message that is not sent returns to the field with what it names; offline, nothing is sent and the reason is given', async ({
  table,
  givePlan,
}) => {
  await clerk(table)
  const { page, userId } = table.owner
  await givePlan(userId, 'BASIC')
  await page.goto('/conversations')
  const field = fieldOn(page)
  const chip = page.getByRole('list', { name: 'Named in the message' }).getByText('Ysolde Marrow')
  await field.pressSequentially('Where is @yso')
  await expect(page.getByRole('option', { name: /Ysolde Marrow/ })).toBeVisible()
  await field.press('Enter')
  await expect(field).toHaveValue('Where is Ysolde Marrow ')
  await expect(chip).toBeVisible()

  const isHeld = Promise.withResolvers<void>()
  await page.route('**/api/conversations/*/messages', async (route) => {
    await isHeld.promise
    await route.abort()
  })
  await field.press('Enter')
  await expect(page.getByRole('article', { name: 'You' })).toHaveText(/Where is Ysolde Marrow/)
  await expect(field).toHaveValue('')
  await field.pressSequentially('And since when?')
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await expect(page.getByText('Weavy is answering. You can send when it ends.')).toBeVisible()
  isHeld.resolve()
  await expect(page.getByText('Failed to send message')).toBeVisible()
  // What was typed since follows it.
  await expect(field).toHaveValue('Where is Ysolde Marrow \n\nAnd since when?')
  await field.fill('Where is Ysolde Marrow ')
  await expect(chip).toBeVisible()
  await expect(page.getByRole('article', { name: 'You' })).toHaveCount(0)
  await page.unroute('**/api/conversations/*/messages')

  // What was not sent outlives a reload.
  await page.reload()
  await expect(field).toHaveValue('Where is Ysolde Marrow ')
  await page.context().setOffline(true)
  await expect(page.getByText('You are offline. You can send when you are back.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await page.context().setOffline(false)
  await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled({ timeout: 20_000 })
  await field.press('Enter')
  await expect(answersOn(page).getByText('Ysolde Marrow is the harbour clerk.')).toBeVisible()
  await expect(chip).toBeHidden()
})

test('the next message may be typed while the first one is sent, or before a suggestion, and stays in the field', async ({
  table,
  givePlan,
}) => {
  await clerk(table)
  const { page, userId } = table.owner
  await givePlan(userId, 'BASIC')
  const isHeld = Promise.withResolvers<void>()
  await page.route('**/api/conversations/*/messages', async (route) => {
    await isHeld.promise
    await route.continue()
  })
  await page.goto('/conversations')
  const field = fieldOn(page)
  await send(page, 'Where does Ysolde Marrow live?')
  await field.pressSequentially('And since')
  isHeld.resolve()
  await expect(page).toHaveURL(/\/conversations\/[\w-]{36}$/)
  await expect(answersOn(page).getByText('She lives above the chandlery on Salt Quay.')).toBeVisible()
  await page.keyboard.type(' when?')
  await expect(field).toHaveValue('And since when?')
  await page.reload()
  await expect(field).toHaveValue('And since when?')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await expect(field).toHaveValue('')

  await field.fill('A question for later')
  await page.getByRole('button', { name: 'What do we know about Ysolde Marrow?' }).click()
  await expect(answersOn(page).getByText('Ysolde Marrow is the harbour clerk.')).toBeVisible()
  await expect(page).toHaveURL(/\/conversations\/[\w-]{36}$/)
  await expect(field).toHaveValue('A question for later')
  await field.fill('')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await expect(page.getByRole('button', { name: 'What can you do?' })).toBeVisible()
  await expect(field).toHaveValue('')
})

test('mentions are highlighted in the field, and the whole campaign is left out and read again', async ({
  table,
  givePlan,
}) => {
  await clerk(table)
  const { page, userId } = table.owner
  await givePlan(userId, 'BASIC')
  await page.goto('/conversations')
  const field = fieldOn(page)
  const highlights = page.locator('form [aria-hidden=true] mark')
  await field.pressSequentially('Where is @yso')
  await expect(highlights).toHaveText(['@yso'])
  await expect(page.getByRole('option', { name: /Ysolde Marrow/ })).toBeVisible()
  await field.press('Enter')
  await field.pressSequentially('now?')
  await expect(highlights).toHaveText(['Ysolde Marrow'])
  // Each highlight is behind its name in the field.
  const [mark, box] = [await highlights.boundingBox(), await field.boundingBox()]
  expect(mark?.y).toBeGreaterThanOrEqual(box?.y ?? Number.NaN)
  expect((mark?.y ?? 0) + (mark?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0) + 1)
  await page.screenshot({ path: 'test-results/weavy-mentions.png' })
  expect(await seriousFindings(page)).toEqual([])

  const sent = () =>
    page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/messages'))
  const named = page.getByRole('list', { name: 'Named in the message' })
  const leaveOut = named.getByRole('button', { name: 'Leave out the whole campaign' })
  await leaveOut.click()
  await expect(named.getByText('Whole campaign')).toHaveCount(0)
  const [narrow] = await Promise.all([sent(), field.press('Enter')])
  expect(narrow.postDataJSON().context).toMatchObject({ campaign: false, storyVault: false })
  await expect(answersOn(page).getByRole('button', { name: 'Regenerate' })).toBeVisible()

  // The next message begins with it again; left out by mistake, it is put back.
  await leaveOut.click()
  await page.getByRole('button', { name: 'Read the whole campaign' }).click()
  await expect(named.getByText('Whole campaign')).toBeVisible()
  await field.fill('And since when?')
  const [whole] = await Promise.all([sent(), field.press('Enter')])
  expect(whole.postDataJSON().context).toMatchObject({ campaign: true, storyVault: true })
})

test('an edited message and another answer are versions next to the first', async ({ table, givePlan }) => {
  await clerk(table)
  const { page, userId } = table.owner
  await givePlan(userId, 'BASIC')
  await page.goto('/conversations')
  await send(page, 'Who is Ysolde Marrow?')
  const answer = answersOn(page).first()
  await expect(answer.getByRole('button', { name: 'Regenerate' })).toBeVisible()
  await answer.getByRole('button', { name: 'Regenerate' }).click()
  await expect(page.getByText('2/2')).toBeVisible()
  await page.getByRole('button', { name: 'Previous answer' }).click()
  await expect(page.getByText('1/2')).toBeVisible()
  await page.getByRole('button', { name: 'Edit and send again' }).click()
  await expect(fieldOn(page)).toHaveValue('Who is Ysolde Marrow?')
  await send(page, 'Where does Ysolde Marrow live?')
  await expect(page.getByRole('article', { name: 'You' })).toHaveText(/Where does Ysolde Marrow live\?/)
  await expect(answersOn(page).getByText('She lives above the chandlery on Salt Quay.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Previous message' }).click()
  await expect(page.getByRole('article', { name: 'You' })).toHaveText(/Who is Ysolde Marrow\?/)
})

test('a conversation is renamed, deleted to one’s own Trash, and restored by undo and from there', async ({
  table,
  givePlan,
}) => {
  const { page, userId } = table.owner
  await givePlan(userId, 'BASIC')
  await page.goto('/conversations')
  await send(page, 'What can you do?')
  await expect(answersOn(page)).toHaveCount(1)
  const list = page.getByRole('navigation', { name: 'Conversations' })
  await expect(list.getByRole('button', { name: /^What can you do.* 2 messages$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Rename the conversation' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('What Weavy does')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  const row = list.getByRole('button', { name: /^What Weavy does/ })
  await expect(row).toBeVisible()

  await page.getByRole('button', { name: 'Delete the conversation' }).click()
  await expect(row).toHaveCount(0)
  await expect(page).toHaveURL(/\/conversations$/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.click()
  await expect(answersOn(page)).toHaveCount(1)

  await page.getByRole('button', { name: 'More for What Weavy does' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(page.getByText('No conversations yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Deleted conversations' }).click()
  await page.getByRole('button', { name: 'Restore What Weavy does' }).click()
  await page.getByRole('button', { name: 'Back to the conversations' }).click()
  await expect(row).toBeVisible()
})

test('the dialog keeps its conversation, its draft and its size while screens change', async ({ table, givePlan }) => {
  const id = await clerk(table)
  const { page, userId } = table.owner
  await givePlan(userId, 'BASIC')
  await page.goto('/collections')
  const button = page.getByRole('button', { name: 'Weavy', exact: true })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Weavy' })
  await expect(fieldOn(page)).toBeFocused()
  await send(page, 'Who is Ysolde Marrow?')
  await expect(answersOn(page).getByText('Ysolde Marrow is the harbour clerk.')).toBeVisible()
  await fieldOn(page).fill('And where does')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('navigation', { name: 'Campaign' }).getByRole('link', { name: 'Images' }).click()
  await expect(page).toHaveURL(/\/images/)
  await expect(answersOn(page)).toHaveCount(1)
  await expect(fieldOn(page)).toHaveValue('And where does')

  await fieldOn(page).press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await expect(fieldOn(page)).toHaveValue('And where does')
  await dialog.getByRole('button', { name: 'Full screen' }).click()
  await dialog.getByRole('button', { name: '1 source' }).click()
  await dialog.getByRole('region', { name: 'Sources' }).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/lore/view/${id}`))
  await expect(dialog.getByText('this page')).toBeVisible()
  await dialog.getByRole('button', { name: 'History' }).click()
  // The focus stays in the dialog, so that Escape closes it there too.
  await expect(dialog.getByRole('button', { name: 'Back' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: /^Who is Ysolde Marrow/ }).click()
  await expect(answersOn(page)).toHaveCount(1)

  // On the screen of the conversations itself there is neither.
  await page.getByRole('navigation', { name: 'Campaign' }).getByRole('link', { name: 'Weavy' }).click()
  await expect(page.getByRole('heading', { name: 'Weavy', level: 1 })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(button).toBeHidden()
})

test('a session is prepared from what the campaign has, and the conversations are exported', async ({
  table,
  givePlan,
}) => {
  const { owner, player, campaignId } = table
  const lore = { campaignId, tags: ['quest'] }
  await owner.ask('POST', 'conjurations', { ...lore, visibility: 'CAMPAIGN', name: 'Ring the Fifth Bell' })
  await owner.ask('POST', 'conjurations', { ...lore, visibility: 'DM', name: 'Drown the Eel King' })
  for (const { page, userId } of [owner, player]) {
    await givePlan(userId, 'BASIC')
    await page.goto('/conversations')
    await page.getByRole('button', { name: 'Prepare tonight’s session' }).click()
    await expect(answersOn(page).getByRole('link', { name: 'Ring the Fifth Bell' }).first()).toBeVisible()
  }
  await expect(answersOn(owner.page).getByRole('link', { name: 'Drown the Eel King' }).first()).toBeVisible()
  await expect(answersOn(player.page).getByText('Drown the Eel King')).toHaveCount(0)
  const downloading = player.page.waitForEvent('download')
  await player.page.getByRole('link', { name: 'Export' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  expect(text).toContain('Prepare tonight’s session')
  expect(text).not.toContain('Eel King')
})

test('without a plan, button and screen say what would open them; nobody else’s conversation opens', async ({
  table,
  givePlan,
}) => {
  const { owner, player } = table
  await player.page.goto('/collections')
  await player.page.getByRole('button', { name: 'Weavy', exact: true }).click()
  const gate = player.page.getByRole('dialog', { name: 'Upgrade Required' })
  await expect(gate.getByText('Conversations with Weavy need the Basic or the Pro plan.')).toBeVisible()
  await gate.getByRole('button', { name: 'Maybe Later' }).click()
  await player.page.getByRole('navigation', { name: 'Campaign' }).getByRole('link', { name: /Weavy/ }).click()
  await expect(gate).toBeVisible()

  await givePlan(owner.userId, 'BASIC')
  await givePlan(player.userId, 'BASIC')
  await owner.page.goto('/conversations')
  await send(owner.page, 'What can you do?')
  await expect(answersOn(owner.page)).toHaveCount(1)
  await player.page.goto(owner.page.url())
  await expect(player.page).toHaveURL(/\/conversations$/)
  await expect(player.page.getByText('or it is not yours')).toBeVisible()
  await expect(player.page.getByText('No conversations yet.')).toBeVisible()
})

test('on a phone, list and conversation take turns, and the dialog covers the screen', async ({ table, givePlan }) => {
  await clerk(table)
  const { page, userId } = table.owner
  await givePlan(userId, 'BASIC')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/conversations')
  await send(page, 'Who is Ysolde Marrow?')
  await expect(answersOn(page).getByText('Ysolde Marrow is the harbour clerk.')).toBeVisible()
  await page.getByRole('button', { name: 'History' }).click()
  await expect(answersOn(page)).toHaveCount(0)
  await page.getByRole('button', { name: /^Who is Ysolde Marrow/ }).click()
  await expect(answersOn(page)).toHaveCount(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await fieldOn(page).pressSequentially('@yso')
  await expect(page.getByRole('option', { name: /Ysolde Marrow/ })).toBeVisible()
  const list = await page.locator('[data-covers]').boundingBox()
  const field = await fieldOn(page).boundingBox()
  // The names stand on the field.
  expect((field?.y ?? 0) - (list?.y ?? 0) - (list?.height ?? 0)).toBeLessThan(60)
  await fieldOn(page).fill('')
  await page.goto('/collections')
  await page.getByRole('button', { name: 'Weavy', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Weavy' })
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeVisible()
  expect((await dialog.boundingBox())?.width).toBe(390)
})
