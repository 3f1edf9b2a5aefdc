import type { Locator, Page } from '@playwright/test'
import { expect } from './app.ts'

export const cards = {
  visa: '4242 4242 4242 4242',
  bankAsks: '4000 0025 0000 3155',
  declined: '4000 0000 0000 0002',
  insufficient: '4000 0000 0000 9995',
}

export const typeCard = async (form: Locator, number: string) => {
  await form.getByLabel('Card number').fill(number)
  await form.getByLabel('Expires').fill('1234')
  await form.getByLabel('Security code').fill('123')
}
export const typeAddress = async (form: Locator) => {
  await form.getByLabel('Address line 1').fill('3 Quay Lane')
  await form.getByLabel('City').fill('Hull')
  await form.getByLabel('State').selectOption('Massachusetts')
  await form.getByLabel('Postal code').fill('02045')
}
export const buying = async (page: Page) => {
  await page.getByRole('button', { name: /image credits/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Buy credits' })
  await expect(dialog.getByText('$0.02 per credit')).toBeVisible()
  return dialog
}
export const credits = (page: Page) => page.getByTestId('credits')
export const celebration = (page: Page, plan: string) =>
  page.getByRole('button', { name: new RegExp(`Welcome to ${plan}`) })
