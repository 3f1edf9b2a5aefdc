import type { Locator, Page } from '@playwright/test'
import { drawn } from '../vendors/stability.ts'
import type { Server } from './server.ts'

export const medium = 'Stable Diffusion 3.5 Medium'
export const core = 'Stable Image Core'

/** Chooses these models and no others, on the generate screen. */
export const choose = async (page: Page, ...names: string[]): Promise<void> => {
  await page.getByRole('button', { name: 'Select Models' }).click()
  const picker = page.getByRole('dialog', { name: 'Select Models' })
  await picker.getByText(names[0] ?? '', { exact: true }).waitFor()
  for (const pressed of await picker.locator('.picker_card button[aria-pressed=true]').all()) await pressed.click()
  for (const name of names)
    await picker.locator('.picker_card').filter({ hasText: name }).getByRole('button').first().click()
  await picker.getByRole('button', { name: 'Apply Selection' }).click()
}

/** Asks for pictures of one model, from the gallery. */
export const generate = async (page: Page, prompt: string, model = medium): Promise<void> => {
  await page.getByRole('button', { name: 'Generate Image' }).first().click()
  await choose(page, model)
  await page.getByLabel('Prompt', { exact: true }).fill(prompt)
  await page.getByRole('button', { name: /^Generate \d/ }).click()
}

/** The provider's coming picture, which it draws when it is told to. */
export const hold = (server: Server): { release: () => void } => {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.stability.next(async (call) => {
    await promise
    return drawn(call, 'SUCCESS')
  })
  return { release: () => resolve() }
}

/** The tiles of the gallery, newest first. */
export const tiles = (page: Page): Locator => page.locator('.gallery_tile')
