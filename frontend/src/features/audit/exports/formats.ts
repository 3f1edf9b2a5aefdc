import type { ExportAnswer, ExportFormat } from '#domain/export-answers.ts'
import type { BadgeColour } from '../../../ui/Badge.tsx'

export const formats: Record<ExportFormat, string> = {
  csv: 'Ledger, CSV',
  money: 'Payments, CSV',
  jsonl: 'With hashes, JSON lines',
  pdf: 'Statement, PDF',
  proof: 'Proof, zip',
}

export const statuses: Record<ExportAnswer['status'], { word: string; colour: BadgeColour }> = {
  running: { word: 'Being made', colour: 'woad' },
  ready: { word: 'Ready', colour: 'lichen' },
  failed: { word: 'Failed', colour: 'madder' },
  expired: { word: 'Expired', colour: 'walnut' },
}

/** '12 kB' */
export const sizeOf = (bytes: number): string => {
  if (bytes < 1_000) return `${bytes} B`
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
