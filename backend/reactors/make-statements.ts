import { setImmediate as turn } from 'node:timers/promises'
import { ExportFormat } from '#domain/export-answers.ts'
import { exportDays, exportEvents, exported } from '#domain/exports.ts'
import { lookEvents } from '#domain/looks.ts'
import { fileOf } from '../audit/statements/file.ts'
import { makeStatement, mimes } from '../audit/statements/make.ts'
import type { Files } from '../providers/files.ts'
import { reactor } from './reactor.ts'

/** Entries from which a statement reports its progress, at each tenth. */
const worthTelling = 2_000

type Deps = Parameters<typeof makeStatement>[0] & { files: Pick<Files, 'put' | 'remove'> }

/** Creates a requested statement. A file left by an earlier attempt is overwritten: the signature is recorded last. */
export const makeStatements = (deps: Deps) =>
  reactor(lookEvents, {
    name: 'make-statements',
    slow: true,
    attempts: 5,
    on: {
      async StatementExported({ exportId, userId: accountId, format, from, through }, reaction) {
        const { stateOf, dispatch, signal, last } = reaction
        if ((await stateOf(exported, exportId)).status !== 'running') return
        let reported = 0
        const report = async (done: number, total: number) => {
          signal.throwIfAborted()
          await turn()
          if (total < worthTelling || done - reported < total / 10) return
          reported = done
          await dispatch(exported, exportId, {
            type: 'AdvanceExport',
            data: { exportId, done, total },
            item: String(done),
          })
        }
        try {
          const { bytes, ...made } = await makeStatement(deps, { accountId, format, from, through }, report)
          await deps.files.put(fileOf(exportId, format), bytes, mimes[format])
          const { key: signedBy, entries, sha256, signature } = made
          const data = { exportId, entries, bytes: bytes.length, sha256, signature, signedBy }
          await dispatch(exported, exportId, { type: 'FinishExport', data })
        } catch (error) {
          if (last && !signal.aborted) await dispatch(exported, exportId, { type: 'FailExport', data: { exportId } })
          throw error
        }
      },
    },
  })

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
