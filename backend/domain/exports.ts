import { z } from 'zod'
import type { Decider, Refusals } from './decider.ts'
import type { ExportFormat } from './export-answers.ts'

const exportId = z.uuid()
const count = z.int().nonnegative()

const made = {
  exportId,
  entries: count,
  bytes: count,
  /** Of the file, in hexadecimal digits. */
  sha256: z.string().regex(/^[\da-f]{64}$/),
  /** Ed25519 over its bytes, base64, and the id of the key. */
  signature: z.string().max(200),
  signedBy: z.string().max(64),
}

const commands = {
  AdvanceExport: z.object({ exportId, done: count, total: count }),
  FinishExport: z.object(made),
  FailExport: z.object({ exportId }),
  ExpireExport: z.object({ exportId }),
}

/** What became of a statement that somebody asked for: that they did is an event of their looks. */
export const exportEvents = {
  StatementAdvanced: commands.AdvanceExport,
  StatementMade: commands.FinishExport,
  StatementFailed: commands.FailExport,
  StatementExpired: commands.ExpireExport,
}

/** For so long a statement is kept. */
export const exportDays = 7
/** Entries that a statement may have. */
export const mostEntries: Record<ExportFormat, number> = { csv: 100_000, jsonl: 100_000, pdf: 20_000 }

interface State {
  status: 'running' | 'ready' | 'failed' | 'expired'
  done: number
}

/** A statement ends once, made or failed; what was made is kept for some days. */
export const exported: Decider<typeof commands, typeof exportEvents, State> = {
  category: 'exports',
  commands,
  events: exportEvents,
  initial: { status: 'running', done: 0 },

  decide: {
    AdvanceExport: ({ status, done }, data) =>
      status === 'running' && data.done > done ? [{ type: 'StatementAdvanced', data }] : [],
    FinishExport: ({ status }, data) => (status === 'running' ? [{ type: 'StatementMade', data }] : []),
    FailExport: ({ status }, data) => (status === 'running' ? [{ type: 'StatementFailed', data }] : []),
    ExpireExport: ({ status }, data) => (status === 'ready' ? [{ type: 'StatementExpired', data }] : []),
  },

  evolve: {
    StatementAdvanced: (state, { done }) => ({ ...state, done }),
    StatementMade: (state) => ({ ...state, status: 'ready' }),
    StatementFailed: (state) => ({ ...state, status: 'failed' }),
    StatementExpired: (state) => ({ ...state, status: 'expired' }),
  },
}

export const exportRefusals = {
  export_not_found: [404, 'There is no such export, or it is not yours.'],
  export_not_ready: [409, 'This export is not ready yet.'],
  export_expired: [410, `Exports are kept for ${exportDays} days. Ask for this one again.`],
  export_too_long: [422, ({ most }) => `At most ${most} entries fit into one export. Choose a shorter period.`],
} as const satisfies Refusals
