import type { z } from 'zod'
import type { CreditSource } from './credit-events.ts'
import type {
  LedgerEntry,
  Thread,
  TraceAnswer,
  TracedGrant,
  TracedHold,
  TracedTakeBack,
  Work,
} from './ledger-answers.ts'
import { refTo } from './ledger-pages.ts'
import { noTally, tallyOf } from './ledger-tally.ts'

/** Maximum of listed holds; a grant may have paid for thousands. */
const mostHolds = 100

const idsOf = ({ threads }: LedgerEntry, kind: Thread['kind']): string[] =>
  threads.flatMap((thread) => (thread.kind === kind ? [thread.id] : []))
const sharesOf = ({ threads }: LedgerEntry) =>
  threads.flatMap(({ kind, id: grantId, credits }) => (kind === 'grant' && credits > 0 ? [{ grantId, credits }] : []))
const isGrant = ({ kind }: LedgerEntry) => kind === 'grant' || kind === 'purchase' || kind === 'admin-grant'
const isWork = ({ kind }: LedgerEntry) => kind === 'hold' || kind === 'capture' || kind === 'release'

/** True if an id refers to this entry: its own, its subject, the work it paid for, or its cause. */
const isMeant = (of: string, entry: LedgerEntry) =>
  entry.eventId === of ||
  entry.causationId === of ||
  entry.correlationId === of ||
  entry.work?.id === of ||
  entry.work?.stream === of ||
  ((!isWork(entry) || idsOf(entry, 'hold').includes(of)) && entry.threads.some(({ id }) => id === of))

/** Related holds, grants and take-backs. */
interface Meant {
  holds: Set<string>
  grants: Set<string>
  takeBacks: Set<string>
}

const meantBy = (entries: readonly LedgerEntry[], of: string): Meant => {
  const seeds = entries.filter((entry) => isMeant(of, entry))
  const worked = seeds.filter(isWork)
  const named = new Set(worked.flatMap((entry) => idsOf(entry, 'hold')))
  // Work requested together was held together, for instance four pictures of one request.
  const requests = new Set(
    entries.flatMap((entry) =>
      entry.kind === 'hold' && idsOf(entry, 'hold').some((id) => named.has(id)) ? [entry.correlationId] : [],
    ),
  )
  const granted = new Set(
    seeds.filter((entry) => isGrant(entry) || entry.kind === 'removal').flatMap((entry) => idsOf(entry, 'grant')),
  )
  const holds = entries.filter(
    (entry) =>
      entry.kind === 'hold' &&
      (requests.has(entry.correlationId) || idsOf(entry, 'grant').some((id) => granted.has(id))),
  )
  const grants = new Set([...granted, ...holds.flatMap((entry) => idsOf(entry, 'grant'))])
  const takeBacks = new Set(
    [
      ...seeds.filter((entry) => !isWork(entry)),
      ...entries.filter((entry) => entry.kind === 'take-back' && idsOf(entry, 'grant').some((id) => grants.has(id))),
    ].flatMap((entry) => idsOf(entry, 'take-back')),
  )
  const claims = entries.filter((entry) => idsOf(entry, 'take-back').some((id) => takeBacks.has(id)))
  for (const id of claims.flatMap((entry) => idsOf(entry, 'grant'))) grants.add(id)
  return { holds: new Set(holds.flatMap((entry) => idsOf(entry, 'hold'))), grants, takeBacks }
}

/**
 * Everything related to an event, a hold, a grant, a take-back, or to the work or payment behind it; undefined if there
 * is nothing.
 */
export const traceOf = (entries: readonly LedgerEntry[], of: string): Omit<TraceAnswer, 'position'> | undefined => {
  const { holds: holdIds, grants: grantIds, takeBacks: takeBackIds } = meantBy(entries, of)
  if (holdIds.size + grantIds.size + takeBackIds.size === 0) return undefined
  const all = tracedHolds(entries, holdIds)
  const holds = all.slice(-mostHolds)
  const grants = tracedGrants(entries, grantIds, all)
  const held = all.reduce((sum, { credits }) => sum + credits, 0)
  return {
    of,
    credits: held > 0 ? held : grants.reduce((sum, { granted }) => sum + granted, 0),
    grants,
    holds,
    takeBacks: [...takeBackIds].map((id) => tracedTakeBack(entries, id)),
    more: all.length - holds.length,
  }
}

const tracedHolds = (entries: readonly LedgerEntry[], ids: ReadonlySet<string>): TracedHold[] => {
  const holds = new Map<string, TracedHold>()
  for (const entry of entries) {
    const [holdId = ''] = isWork(entry) ? idsOf(entry, 'hold') : []
    if (!ids.has(holdId)) continue
    const begun = holds.get(holdId)
    if (entry.kind === 'hold')
      holds.set(holdId, {
        holdId,
        entry: refTo(entry),
        work: entry.work as Work,
        credits: entry.credits,
        from: sharesOf(entry),
        outcome: null,
      })
    else if (begun) {
      const as = entry.kind === 'capture' ? 'captured' : 'released'
      begun.outcome = { as, reason: entry.reason, entry: refTo(entry), causationId: entry.causationId }
    }
  }
  return [...holds.values()]
}

const tracedGrants = (
  entries: readonly LedgerEntry[],
  ids: ReadonlySet<string>,
  holds: readonly TracedHold[],
): TracedGrant[] => {
  const tallies = tallyOf(entries)
  const traced = new Map<string, number>()
  for (const { grantId, credits } of holds.flatMap(({ from }) => from))
    traced.set(grantId, (traced.get(grantId) ?? 0) + credits)
  return entries.filter(isGrant).flatMap((entry) => {
    const [grantId = ''] = idsOf(entry, 'grant')
    if (!ids.has(grantId)) return []
    const source = entry.source as z.infer<typeof CreditSource>
    const tally = tallies.get(grantId) ?? noTally()
    return [{ grantId, entry: refTo(entry), source, traced: traced.get(grantId) ?? 0, ...tally }]
  })
}

const tracedTakeBack = (entries: readonly LedgerEntry[], takeBackId: string): TracedTakeBack => {
  const about = entries.filter((entry) => idsOf(entry, 'take-back').includes(takeBackId))
  const claims = about.filter(({ kind }) => kind === 'take-back')
  const back = about.find(({ kind }) => kind === 'give-back')
  const ours = (entry: LedgerEntry) => entry.threads.find(({ id }) => id === takeBackId)?.credits ?? 0
  const taken = claims.reduce((sum, { credits }) => sum - credits, 0)
  return {
    takeBackId,
    grantId: idsOf((claims[0] ?? back) as LedgerEntry, 'grant')[0] ?? takeBackId,
    cause: claims[0]?.cause ?? 'dispute',
    entries: about.map(refTo),
    taken,
    owed: claims.reduce((sum, entry) => sum + ours(entry), 0) - taken,
    settled: about
      .filter(({ kind }) => kind === 'settlement')
      .map((entry) => ({ grantId: idsOf(entry, 'grant')[0] ?? takeBackId, credits: ours(entry) })),
    givenBack: back
      ? { entry: refTo(back), credits: back.credits, forgiven: ours(back) - back.credits, to: sharesOf(back) }
      : null,
  }
}
