import { z } from 'zod'
import type { Decider, Refusals } from './decider.ts'
import type { ExportFormat } from './export-answers.ts'
import type { Kind } from './kind.ts'

const exportId = z.uuid()
const count = z.int().nonnegative()

const made = {
  exportId,
  entries: count,
  bytes: count,
  /** Hash of the file in hexadecimal digits. */
  sha256: z.string().regex(/^[\da-f]{64}$/),
  /** Ed25519 signature of its bytes, base64, and the id of the key. */
  signature: z.string().max(200),
  signedBy: z.string().max(64),
}

const commands = {
  AdvanceExport: z.object({ exportId, done: count, total: count }),
  FinishExport: z.object(made),
  FailExport: z.object({ exportId }),
  ExpireExport: z.object({ exportId }),
}

/** Progress and outcome of a requested statement. The request itself is an event of the requester's `looks` stream. */
export const exportEvents = {
  StatementAdvanced: commands.AdvanceExport,
  StatementMade: commands.FinishExport,
  StatementFailed: commands.FailExport,
  StatementExpired: commands.ExpireExport,
}

/** Days for which a finished statement is stored. */
export const exportDays = 7
/** Maximum number of entries in a statement. */
export const mostEntries: Record<ExportFormat, number> = {
  csv: 100_000,
  money: 100_000,
  jsonl: 100_000,
  pdf: 20_000,
  proof: 20_000,
}

/** Maximum number of links in a proof of all accounts that is made for the browser. */
export const mostLinks = 200_000

interface State {
  status: 'running' | 'ready' | 'failed' | 'expired'
  done: number
}

/** An account statement. It ends once, finished or failed; a finished one is stored for some days. */
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
  chain_too_long: [
    422,
    ({ most }) =>
      `The chain has more than ${most} links, too many to prepare here. The operator exports it with npm run audit -- chain.`,
  ],
  export_too_long: [422, ({ most }) => `At most ${most} entries fit into one export. Choose a shorter period.`],
} as const satisfies Refusals

export const exportsKind = {
  events: exportEvents,
  refusals: exportRefusals,
} as const satisfies Kind<typeof exportEvents>
