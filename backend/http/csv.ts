/** Makes spreadsheets read the file as UTF-8. */
export const byteOrderMark = '\uFEFF'

/** Text that a spreadsheet would read as a formula: `cell` prefixes it with an apostrophe, since users choose it. */
const formula = /^[=+\-@\t\r\n]/

const cell = (value: string | number | null): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const text = formula.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A line as RFC 4180 has it. */
export const csvLine = (cells: readonly (string | number | null)[]): string => `${cells.map(cell).join(',')}\r\n`
