import type { ExportFormat } from '#domain/export-answers.ts'

/** Where a statement lies while it is kept. */
export const fileOf = (exportId: string, format: ExportFormat): string => `exports/${exportId}.${format}`

/** What it is called where somebody saves it. */
export const nameOf = ({ accountId, from, through, format }: NameParts): string =>
  `statement-${accountId.slice(0, 8)}-${from?.slice(0, 10) ?? 'beginning'}-${through.slice(0, 10)}.${format}`

interface NameParts {
  accountId: string
  from: string | null
  through: string
  format: ExportFormat
}
