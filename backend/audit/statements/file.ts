import type { ExportFormat } from '#domain/export-answers.ts'

const extensions: Record<ExportFormat, string> = { csv: 'csv', money: 'csv', jsonl: 'jsonl', pdf: 'pdf', proof: 'zip' }
const kinds: Record<ExportFormat, string> = {
  csv: 'ledger',
  money: 'payments',
  jsonl: 'ledger-with-hashes',
  pdf: 'statement',
  proof: 'proof',
}

/** Key of a stored statement. */
export const fileOf = (exportId: string, format: ExportFormat): string => `exports/${exportId}.${format}`

/** Letters and digits of the first 60 characters of a name, followed by a hyphen; empty if it has none. */
const namePart = (name: string): string => {
  const plain = name
    .normalize('NFC')
    .slice(0, 60)
    .toWellFormed()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return plain && `${plain}-`
}

/** File name of a saved statement. The first characters of a UUIDv7 are its time, so the last ones distinguish accounts. */
export const nameOf = ({ accountId, accountName, from, through, format }: NameParts): string => {
  if (accountId === null) return `proof-all-accounts-${through.slice(0, 10)}.zip`
  return `${kinds[format]}-${namePart(accountName)}${accountId.slice(-8)}-${from?.slice(0, 10) ?? 'beginning'}-${through.slice(0, 10)}.${extensions[format]}`
}

interface NameParts {
  /** Null for a proof of all accounts. */
  accountId: string | null
  /** Empty for an erased user. */
  accountName: string
  from: string | null
  through: string
  format: ExportFormat
}
