import { expect, type Locator, type Page } from '@playwright/test'

/** A text on a page by its label, read or written: the description of lore, or a segment's title. */
export const textOn = (page: Page, label: string): Locator => page.getByRole('textbox', { name: label, exact: true })
export const description = (page: Page): Locator => textOn(page, 'Description')

/** Its words, a paragraph each, without the faces of those who write beside them. */
export const wordsOf = (page: Page, label = 'Description'): Locator => textOn(page, label).locator('p')

/** Its editor, with the caret at the end; loaded with the first touch. */
export const touched = async (page: Page, label = 'Description'): Promise<Locator> => {
  const text = textOn(page, label)
  await text.click()
  await page.getByRole('toolbar', { name: `Format ${label.toLowerCase()}` }).waitFor()
  await expect(text).toBeFocused()
  await page.keyboard.press('ControlOrMeta+End')
  return text
}

/** Types at its end. */
export const writeOn = async (page: Page, words: string, label?: string): Promise<void> => {
  await touched(page, label)
  await page.keyboard.type(words)
}

/** Writes all of it anew. */
export const writeAnew = async (page: Page, words: string, label?: string): Promise<void> => {
  await touched(page, label)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(words)
}
