import type { Page } from '@playwright/test'

export const cards = (page: Page) => page.getByRole('article')
export const card = (page: Page, name: string) => cards(page).filter({ hasText: name })
export const collectionCard = (page: Page, name: string) => page.locator('.cards_collection').filter({ hasText: name })
export const line = (page: Page, name: string) => page.getByRole('treeitem', { name: new RegExp(`^${name}`) })
export const dialog = (page: Page) => page.getByRole('dialog')
