import type pg from 'pg'
import { type DifferingRow, differs } from '#domain/audit-replay-answers.ts'
import { type CheckName, type Finding, mostFindings } from '#domain/checks.ts'
import { differencesOf } from '#domain/state-differences.ts'
import type { EventStore } from '#eventstore'
import { compare } from '../projections/compare.ts'
import type { IsOwn } from '../projections/own-events.ts'
import type { Tabled } from '../projections/tabled.ts'
import type { HeadWitness } from '../providers/head-witness.ts'
import { type Installed, signHead, verifyInstalled } from './chain/installed.ts'
import type { Verdict } from './chain/verify.ts'

export interface CheckDeps extends Installed {
  store: EventStore
  postgres: pg.ClientConfig
  witnesses: readonly HeadWitness[]
  views(): readonly Tabled[]
  isOwn: IsOwn
}

/** The number of inspected items, the number that differ, and the first of those. */
export interface Checked {
  looked: number
  found: number
  findings: Finding[]
}
/** Throws if the check cannot complete. */
type Check = (deps: CheckDeps, signal: AbortSignal) => Promise<Checked>

/** Verifies the chain, signs its head, and stores it outside the database: one head per night. */
const chain: Check = async (deps, signal) => {
  const elsewhere = await Promise.all(deps.witnesses.map((witness) => witness.storedHeads?.() ?? []))
  const verdict = await verifyInstalled(deps, signal, elsewhere.flat())
  const findings = [...foundIn(verdict), ...(await keep(deps, verdict))]
  const extra = findings.length - verdict.differences.length
  return { looked: verdict.length, found: verdict.differing + extra, findings: findings.slice(0, mostFindings) }
}

const foundIn = ({ truncated, differences }: Verdict): Finding[] => [
  ...(truncated
    ? [{ code: 'truncated', where: placeOf(truncated), more: `${truncated.missing} from link ${truncated.from} on` }]
    : []),
  ...differences.map(({ kind, n, ...place }) => ({
    code: kind,
    where: placeOf(place),
    more: n === null ? null : `link ${n}`,
  })),
]
const placeOf = ({ stream, revision }: { stream: string | null; revision: number | null }) =>
  stream === null ? '' : `${stream}@${revision}`

const keep = async (deps: CheckDeps, verdict: Verdict): Promise<Finding[]> => {
  const head = await signHead(deps, verdict)
  if (!head) return []
  const outcomes = await Promise.allSettled(deps.witnesses.map((witness) => witness.publish(head)))
  return outcomes.flatMap(({ status }, index) =>
    status === 'rejected' ? [{ code: 'not_kept', where: deps.witnesses[index]?.name ?? '', more: null }] : [],
  )
}

/** Compares the read models with the log. Reports rows by key and differences by column, without values, which may be personal data. */
const readModels: Check = async ({ views, isOwn, store, postgres }, signal) => {
  const compared = await compare({ tables: views(), isOwn, store, postgres, signal })
  const differing = compared.filter(differs)
  const rows = differing.flatMap((one): Finding[] =>
    'error' in one
      ? [{ code: 'not_compared', where: one.view, more: one.error.slice(0, 300) }]
      : one.examples.map((row) => ({
          code: 'differs',
          where: `${row.table} ${Object.values(row.key).join(' ')}`,
          more: what(row),
        })),
  )
  const found = differing.reduce((sum, one) => sum + ('error' in one ? 1 : one.differing), 0)
  return { looked: compared.length, found, findings: rows.slice(0, mostFindings) }
}

const what = ({ is, should }: DifferingRow): string => {
  if (is === null) return 'missing'
  if (should === null) return 'made by nothing'
  return differencesOf(is, should)
    .map(({ path }) => path)
    .join(', ')
    .slice(0, 300)
}

/** The checks by the names of `domain/checks.ts`. */
export const checkRuns: Readonly<Record<CheckName, Check>> = { chain, 'read-models': readModels }
