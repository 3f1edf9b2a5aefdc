import type { ExportFormat } from '#domain/export-answers.ts'

/** Where a statement lies while it is kept. */
export const fileOf = (exportId: string, format: ExportFormat): string => `exports/${exportId}.${format}`

/** Letters and digits of a name, as a part of a file name; empty where it has none. */
const personIn = (name: string): string => {
  const plain = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return plain && `${plain.slice(0, 60)}-`
}

/** File name of a saved statement. The first characters of a UUIDv7 are its time, so the last ones tell accounts apart. */
export const nameOf = ({ accountId, accountName, from, through, format }: NameParts): string =>
  `statement-${personIn(accountName)}${accountId.slice(-8)}-${from?.slice(0, 10) ?? 'beginning'}-${through.slice(0, 10)}.${format}`

interface NameParts {
  accountId: string
  /** Empty for a person who was forgotten. */
  accountName: string
  from: string | null
  through: string
  format: ExportFormat
}
