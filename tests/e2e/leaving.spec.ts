import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { opened, text } from './story.ts'
import { expect, test } from './table.ts'

/** Asks before words are lost. */
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Leave without saving?' })
const nameOf = async (page: Page, path: string) => (await (await page.request.get(`/api/${path}`)).json()).name

test('what is typed and left at once by loading another page is saved there, and nowhere later', {
  tag: '@core',
}, async ({ table }) => {
  const { owner, campaignId } = table
  const { id, ines } = await opened(table, 'Five of them.')
  // The browser asks as well, while something is on its way: whoever leaves all the same has lost nothing.
  const asked: string[] = []
  ines.on('dialog', (dialog) => {
    asked.push(dialog.type())
    void dialog.accept()
  })
  const lore = ines.url().split('/').at(-1) ?? ''
  await text(ines).click()
  await expect(ines.getByRole('toolbar', { name: 'Format the bells' })).toBeVisible()
  await ines.keyboard.type(' One is cracked.')
  await ines.getByRole('textbox', { name: 'Name', exact: true }).fill('The Old Weighhouse')
  await ines.goto('/campaign/edit/general')
  await expect.poll(() => nameOf(owner.page, `conjurations/${lore}`)).toBe('The Old Weighhouse')
  const { ops } = await (await ines.request.get(`/api/texts/${id}`)).json()
  expect(JSON.stringify(ops)).toContain('One is cracked.')

  await ines.getByLabel('Campaign name').fill('The Silent Bells')
  await ines.goto('/account-settings')
  await expect.poll(() => nameOf(ines, `campaigns/${campaignId}`)).toBe('The Silent Bells')
  expect(new Set(asked)).toEqual(new Set(['beforeunload']))
})

test('a form whose words are nowhere else asks before they are lost, whichever way one goes', async ({
  table,
  givePlan,
}) => {
  const { page, userId } = table.owner
  await givePlan(userId, 'BASIC')
  await page.goto('/account-settings')
  const name = page.getByLabel('Username')
  await name.fill('Ines of Orison')
  await page.getByRole('link', { name: 'Payment methods' }).click()
  await expect(question(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await page.getByRole('link', { name: 'Lore', exact: true }).click()
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(name).toHaveValue('Ines of Orison')
  const asked = page.waitForEvent('dialog')
  const reloaded = page.reload()
  await (await asked).accept()
  await reloaded

  // A dialog's own ways out ask as well, once.
  await page.goto('/images')
  await page.getByRole('link', { name: 'Lore', exact: true }).click()
  await page.getByRole('tab', { name: 'Templates' }).click()
  await page.getByRole('button', { name: 'New Template' }).click()
  const editor = page.getByRole('dialog', { name: 'Create Template' })
  await editor.getByLabel('Name', { exact: true }).fill('A bell')
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  const here = page.url()
  await page.goBack()
  await expect(question(page)).toBeVisible()
  await expect(page).toHaveURL(here)
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  await expect(editor).toBeVisible()
  await page.goBack()
  await expect(question(page)).toBeVisible()
  await question(page).getByRole('button', { name: 'Discard Changes' }).click()
  await expect(page).not.toHaveURL(here)
  await expect(editor).toBeHidden()
})

test('nobody who has signed up comes back to the forms they came through', async ({ page }) => {
  await page.goto('/auth/password-migration')
  await page.goto('/auth/login?from=%2Faccount-settings')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByLabel('Name').fill('hild')
  await page.getByLabel('Email').fill(`${randomUUID()}@example.org`)
  await page.getByLabel('Password', { exact: true }).fill('correct horse')
  await page.getByLabel('Confirm Password').fill('correct horse')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('Username')).toHaveValue('hild')
  await page.goBack()
  await expect(page).toHaveURL(/password-migration/)
})
