import { docxOf, paragraph, pdfOf } from '../documents.ts'
import { seriousFindings } from './axe.ts'
import { expect, test } from './table.ts'

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const lamps = {
  name: 'Lamps.docx',
  mimeType: wordType,
  buffer: docxOf([paragraph('The lamp of Ostergate burns whale oil.')]),
}
const wells = {
  name: 'Wells.pdf',
  mimeType: 'application/pdf',
  buffer: pdfOf(['An account of wells.', 'The well of Karrowdeep holds brackish water.']),
}
const locked = { name: 'Locked.pdf', mimeType: 'application/pdf', buffer: pdfOf(['x'], { isEncrypted: true }) }

test('files are attached to a conversation, read for the answer, and kept in the campaign’s files', async ({
  table,
  givePlan,
}) => {
  const { owner, player } = table
  const { page, userId } = player
  await givePlan(userId, 'BASIC')
  await page.goto('/conversations')
  const field = page.getByRole('textbox', { name: 'Message to Weavy' })
  const files = page.getByRole('list', { name: 'Attached files' })
  const send = page.getByRole('button', { name: 'Send' })
  await field.pressSequentially('What does the lamp of Ostergate burn?')

  // One that cannot be read says so, and does not stand in the way of the others.
  await page.getByLabel('Files to attach').setInputFiles([lamps, locked, wells])
  const card = (name: string) => files.getByRole('listitem').filter({ has: page.getByTitle(name) })
  await expect(card('Lamps.docx')).toContainText(/Uploaded · \d/)
  await expect(card('Wells.pdf')).toContainText('Uploaded')
  await expect(card('Locked.pdf').getByRole('alert')).toContainText('This document is encrypted.')
  await expect(send).toBeEnabled()
  await files.getByRole('button', { name: 'Remove Locked.pdf' }).click()
  await expect(card('Locked.pdf')).toHaveCount(0)
  await page.getByLabel('Files to attach').setInputFiles({ ...locked, name: 'Tool.exe' })
  await expect(files.getByRole('alert')).toContainText('Word (.docx) and PDF files')
  await files.getByRole('button', { name: 'Remove Tool.exe' }).click()
  await expect(field).toHaveValue('What does the lamp of Ostergate burn?')

  // Attached files outlive a reload; one that is left out is deleted.
  await page.reload()
  await expect(card('Wells.pdf')).toBeVisible()
  await files.getByRole('button', { name: 'Remove Wells.pdf' }).click()
  await expect(card('Wells.pdf')).toHaveCount(0)
  expect(await seriousFindings(page)).toEqual([])
  await send.click()
  const answer = page.getByRole('article', { name: 'Weavy' })
  await expect(answer.getByText('The lamp of Ostergate burns whale oil.')).toBeVisible()
  await expect(page).toHaveURL(/\/conversations\/[\w-]{36}$/)

  const download = page.waitForEvent('download')
  await page.getByRole('article', { name: 'You' }).getByRole('link', { name: 'Lamps.docx' }).click()
  expect((await download).suggestedFilename()).toBe('Lamps.docx')
  await owner.page.goto('/campaign/edit/files')
  await expect(owner.page.getByText('No files yet')).toBeVisible()
  await page.getByRole('button', { name: 'Keep Lamps.docx in the campaign’s files' }).click()
  await expect(page.getByText('“Lamps.docx” is among the campaign’s files now')).toBeVisible()
  await expect(owner.page.getByText('Lamps.docx')).toBeVisible()
})

test('an upload that breaks off is retried, and nothing is sent meanwhile', async ({ table, givePlan }) => {
  const { page, userId } = table.player
  await givePlan(userId, 'BASIC')
  await page.goto('/conversations')
  const field = page.getByRole('textbox', { name: 'Message to Weavy' })
  const isHeld = Promise.withResolvers<void>()
  await page.route('**/api/conversations/*/files', async (route) => {
    await isHeld.promise
    await route.abort()
  })
  await field.fill('What does the well of Karrowdeep hold?')
  await page.getByLabel('Files to attach').setInputFiles(wells)
  await expect(page.getByText('Files are being read. You can send when they are there.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  isHeld.resolve()
  const files = page.getByRole('list', { name: 'Attached files' })
  await expect(files.getByRole('alert')).toBeVisible()
  await page.unroute('**/api/conversations/*/files')
  await files.getByRole('button', { name: 'Try again' }).click()
  await expect(files.getByText('Uploaded')).toBeVisible()
  await field.press('Enter')
  const answer = page.getByRole('article', { name: 'Weavy' })
  await expect(answer.getByText(/brackish water/)).toBeVisible()
  // Both the quotation and the list of sources name the page.
  await expect(answer.getByRole('link', { name: 'Wells.pdf · page 2' })).toHaveCount(2)
  await expect(answer.getByRole('link', { name: 'Source 1: Wells.pdf, page 2' })).toBeVisible()
})

test('a key pressed at the moment in which a file is attached keeps both', async ({ table, givePlan }) => {
  const { page, userId } = table.player
  await givePlan(userId, 'BASIC')
  // The key comes after the draft has its file, and before that is drawn.
  await page.addInitScript(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (key, value) {
      setItem.call(this, key, value)
      if (!value.includes('"attachment"') || value.includes('burn?')) return
      queueMicrotask(() => document.execCommand('insertText', false, '?'))
    }
  })
  await page.goto('/conversations')
  const field = page.getByRole('textbox', { name: 'Message to Weavy' })
  await field.fill('What does the lamp of Ostergate burn')
  await page.getByLabel('Files to attach').setInputFiles(lamps)
  await expect(field).toHaveValue('What does the lamp of Ostergate burn?')
  await expect(page.getByRole('list', { name: 'Attached files' })).toContainText('Uploaded')
  await expect(page.getByRole('listitem').filter({ has: page.getByTitle('Lamps.docx') })).toBeVisible()
})
