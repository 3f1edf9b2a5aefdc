import { PDFDocument } from '@napi-rs/canvas'
import type { Statement } from '../audit/statements/statement.ts'
import { drawEntry, drawFoot, drawHead, drawMoney, drawSums, drawTitle, moneyRowsOf, page } from './statement-parts.ts'

const rowHeight = 15
const firstRow = 66
const onPage = (top: number) => Math.max(0, Math.floor((page.bottom - top) / rowHeight))

/** The height of the sums on the first page decides the number of its entries. */
const sumsRows = 10
const afterSums = 210 + 19 + sumsRows * rowHeight + 30

/**
 * Draws a statement as numbered A4 pages. Yields the number of drawn entries after each page of entries, and the PDF at the end. The same
 * statement gives the same bytes, since nothing depends on the day on which it is drawn.
 */
export function* pdf(statement: Statement): Generator<Buffer | number> {
  const document = new PDFDocument({ title: 'Statement of credits', creator: 'Loreloom', producer: 'Loreloom' })
  const { entries } = statement
  const [first, others] = [onPage(afterSums), onPage(firstRow)]
  const entryPages = 1 + Math.ceil(Math.max(0, entries.length - first) / others)
  const moneyRows = moneyRowsOf(statement.money)
  const pages = entryPages + Math.ceil(moneyRows.length / others)
  for (let number = 1, done = 0; number <= entryPages; number++) {
    const pen = document.beginPage(page.width, page.height)
    if (number === 1) drawSums(pen, statement.sums, drawTitle(pen, statement))
    const top = number === 1 ? afterSums : firstRow
    drawHead(pen, top - 20)
    const some = entries.slice(done, done + (number === 1 ? first : others))
    for (const [row, entry] of some.entries()) drawEntry(pen, entry, top + row * rowHeight)
    done += some.length
    drawFoot(pen, statement, number, pages)
    document.endPage()
    yield done
  }
  for (let number = entryPages + 1, drawn = 0; number <= pages; number++, drawn += others) {
    const pen = document.beginPage(page.width, page.height)
    drawMoney(pen, moneyRows.slice(drawn, drawn + others), firstRow, rowHeight)
    drawFoot(pen, statement, number, pages)
    document.endPage()
  }
  yield document.close()
}
