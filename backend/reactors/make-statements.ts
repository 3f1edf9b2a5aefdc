import { setImmediate as turn } from 'node:timers/promises'
import { ExportFormat } from '#domain/export-answers.ts'
import { exportDays, exportEvents, exported } from '#domain/exports.ts'
import { lookEvents } from '#domain/looks.ts'
import type { ReceiptSetting } from '#domain/receipts.ts'
import { fileOf } from '../audit/statements/file.ts'
import { makeChainProof, makeStatement } from '../audit/statements/make.ts'
import { type Installed, mimes, type Signed } from '../audit/statements/write.ts'
import type { Files } from '../providers/files.ts'
import { type Reaction, reactor } from './reactor.ts'

/** Minimum number of entries of a statement that reports its progress, at each tenth. */
const worthTelling = 2_000

type Deps = Installed & {
  files: Pick<Files, 'put' | 'remove'>
  baseUrl: string
  receipts?: ReceiptSetting | undefined
}

type Made = Signed & { entries: number }
interface Making {
  exportId: string
  format: ExportFormat
  /** Minimum number of entries for which progress is reported. */
  worth: number
}

/** Makes a requested file once, with its progress. A file left by an earlier attempt is overwritten: the signature is recorded last. */
const makeFile = async (
  { files }: Pick<Deps, 'files'>,
  { exportId, format, worth }: Making,
  reaction: Reaction,
  make: (report: (done: number, total: number) => Promise<void>) => Promise<Made>,
) => {
  const { stateOf, dispatch, signal, last } = reaction
  if ((await stateOf(exported, exportId)).status !== 'running') return
  let reported = 0
  const report = async (done: number, total: number) => {
    signal.throwIfAborted()
    await turn()
    if (total < worth || done - reported < total / 10) return
    reported = done
    await dispatch(exported, exportId, {
      type: 'AdvanceExport',
      data: { exportId, done, total },
      item: String(done),
    })
  }
  try {
    const { bytes, key: signedBy, entries, sha256, signature } = await make(report)
    await files.put(fileOf(exportId, format), bytes, mimes[format])
    const data = { exportId, entries, bytes: bytes.length, sha256, signature, signedBy }
    await dispatch(exported, exportId, { type: 'FinishExport', data })
  } catch (error) {
    if (last && !signal.aborted) await dispatch(exported, exportId, { type: 'FailExport', data: { exportId } })
    throw error
  }
}

/** Creates requested statements, and proofs of all accounts. */
export const makeStatements = (deps: Deps) => {
  const issueOf = ({ event }: Reaction) => ({
    at: event.at,
    installation: deps.baseUrl,
    issuer: deps.receipts?.issuer.name ?? null,
  })
  return reactor(lookEvents, {
    name: 'make-statements',
    slow: true,
    attempts: 5,
    on: {
      StatementExported: ({ exportId, userId: accountId, format, from, through }, reaction) =>
        makeFile(deps, { exportId, format, worth: worthTelling }, reaction, (report) =>
          makeStatement(deps, { accountId, format, from, through }, issueOf(reaction), report),
        ),
      ChainExported: ({ exportId }, reaction) =>
        makeFile(deps, { exportId, format: 'proof', worth: worthTelling }, reaction, (report) =>
          makeChainProof(deps, issueOf(reaction), { signal: reaction.signal, report }),
        ),
    },
  })
}

/** Deletes statements when they expire. */
export const expireStatements = ({ files }: Pick<Deps, 'files'>) =>
  reactor(exportEvents, {
    name: 'expire-statements',
    delayMs: exportDays * 86_400_000,
    on: {
      async StatementMade({ exportId }, { dispatch }) {
        await dispatch(exported, exportId, { type: 'ExpireExport', data: { exportId } })
        for (const format of ExportFormat.options) await files.remove(fileOf(exportId, format))
      },
    },
  })
