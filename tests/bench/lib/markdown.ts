import type { Table } from './bench.ts'

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const row = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`

/** Tables below what they were measured on. */
export function toMarkdown(facts: Record<string, string>, tables: readonly Table[]): string {
  const about = Object.entries(facts).map(([name, value]) => `${name}: ${value}`)
  const blocks = tables.map(({ title, columns, rows, notes = [] }) =>
    [
      `**${title}**\n`,
      row(columns),
      row(columns.map((_, at) => (at === 0 ? '---' : '---:'))),
      ...rows.map(row),
      ...notes.map((note) => `\n${note}`),
    ].join('\n'),
  )
  return [about.join(' · '), ...blocks].join('\n\n')
}

/** Puts `figures` between `<!-- bench name -->` and `<!-- /bench name -->`. Throws when the document has no such place. */
export function putFigures(document: string, name: string, figures: string): string {
  const [begin, end] = [`<!-- bench ${name} -->`, `<!-- /bench ${name} -->`]
  const [from, to] = [document.indexOf(begin), document.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`The document has no ${begin} … ${end}`)
  return `${document.slice(0, from + begin.length)}\n${figures}\n${document.slice(to)}`
}
