import type { Refusals } from './decider.ts'
import { exportDays } from './exports.ts'

/** Maximum number of a user's running and stored exports. */
export const exportsAtOnce = 2

/** Maximum number of entries in a PDF book; typesetting each takes memory and time. */
export const printedEntries = 1_000

export const loreExportRefusals = {
  too_many_exports: [
    409,
    `${exportsAtOnce} of your exports are here already. Remove one in Account Settings, or wait ${exportDays} days.`,
  ],
  export_empty: [422, 'There is nothing in it to export yet.'],
  pdf_unavailable: [
    422,
    'This server makes no PDF. Export a book for the browser instead, and print it there, as a PDF if you like.',
  ],
  pdf_too_long: [
    422,
    `A PDF has at most ${printedEntries.toLocaleString('en')} pages of lore. Export a folder, or a book for the browser.`,
  ],
  pdf_failed: [422, 'This could not be made a PDF. Export a folder of it, or a book for the browser.'],
  export_stopped: [403, 'What you may see here changed while it was exported. Please export it again.'],
  export_gone: [410, 'This export is gone: it is older than 7 days, or your role in its campaign changed.'],
} as const satisfies Refusals
