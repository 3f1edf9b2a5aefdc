import { z } from 'zod'
import { ExportRow as Shown } from '#domain/export-answers.ts'
import { exportDays, type exportEvents } from '#domain/exports.ts'
import type { lookEvents } from '#domain/looks.ts'
import { subjectOf } from '#domain/metadata.ts'
import { view } from './view.ts'

/** A statement requested by an auditor or admin, with its progress. */
export const ExportRow = Shown.extend({ signature: z.string().nullable() })
export type ExportRow = z.infer<typeof ExportRow>

const daysLater = (at: string, days: number) => new Date(Date.parse(at) + days * 86_400_000).toISOString()
const nothing = { bytes: null, sha256: null, signature: null, signedBy: null, endedAt: null, expiresAt: null }
const begun = { status: 'running', done: 0, total: 0, ...nothing } as const

export const exportsView = view(ExportRow)<
  Pick<typeof lookEvents, 'StatementExported' | 'ChainExported'> & typeof exportEvents
>({
  table: 'exports',
  on: {
    StatementExported: ({ exportId: id, userId: accountId, format, from, through }, { stream, at: createdAt }) => ({
      put: {
        id,
        userId: subjectOf(stream),
        accountId,
        format,
        from,
        through,
        createdAt,
        ...begun,
      },
    }),
    ChainExported: ({ exportId: id, through }, { stream, at: createdAt }) => ({
      put: {
        id,
        userId: subjectOf(stream),
        accountId: null,
        format: 'proof',
        from: null,
        through,
        createdAt,
        ...begun,
      },
    }),
    StatementAdvanced: ({ exportId: id, done, total }) => ({ update: { done, total }, where: { id } }),
    StatementMade: ({ exportId: id, entries, ...made }, { at }) => {
      const { bytes, sha256, signature, signedBy } = made
      return {
        update: {
          status: 'ready',
          done: entries,
          total: entries,
          bytes,
          sha256,
          signature,
          signedBy,
          endedAt: at,
          expiresAt: daysLater(at, exportDays),
        },
        where: { id },
      }
    },
    StatementFailed: ({ exportId: id }, { at: endedAt }) => ({ update: { status: 'failed', endedAt }, where: { id } }),
    StatementExpired: ({ exportId: id }) => ({ update: { status: 'expired' }, where: { id } }),
  },
})
