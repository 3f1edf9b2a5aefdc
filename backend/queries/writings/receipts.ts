import type { Viewer } from '#domain/access.ts'
import type { WritingReceipt } from '#projections/writing-answers.ts'
import type { WritingRow } from '#projections/writings.ts'
import type { Read } from '../../http/snapshot.ts'
import { visible, visibleTo } from '../visible.ts'

/** The data of a receipt, for a separate text or for one of several from a template. */
export type Receivable = Pick<
  WritingRow,
  | 'id'
  | 'segmentId'
  | 'inputTokens'
  | 'outputTokens'
  | 'cost'
  | 'used'
  | 'omitted'
  | 'provider'
  | 'model'
  | 'madeBy'
  | 'finishedAt'
  | 'createdAt'
> & { username: string }
interface Source {
  kind: 'lore' | 'file' | 'campaign' | 'transcript'
  id: string
}

/** Receipts as the viewer may read them: hidden sources are counted, not named. */
export async function receiptsOf(read: Read, viewer: Viewer, rows: readonly Receivable[]): Promise<WritingReceipt[]> {
  const names = await namesOf(
    read,
    viewer,
    rows.flatMap(({ used, omitted }) => [...used, ...omitted]),
  )
  const named = <S extends Source>(sources: readonly S[]) =>
    sources.flatMap((source) => {
      const name = names.get(source.id)
      return name === undefined ? [] : [{ ...source, name }]
    })
  return rows.map((row) => {
    const [used, omitted] = [named(row.used), named(row.omitted)]
    const { id, segmentId, inputTokens, outputTokens, cost, username } = row
    return {
      id,
      segmentId,
      inputTokens,
      outputTokens,
      cost,
      username,
      used,
      omitted,
      provider: row.provider ?? '',
      model: row.model ?? '',
      madeBy: row.madeBy ?? '',
      moreUsed: row.used.length - used.length,
      moreOmitted: row.omitted.length - omitted.length,
      finishedAt: row.finishedAt ?? row.createdAt,
    }
  })
}

const namesOf = async (read: Read, viewer: Viewer, sources: readonly Source[]): Promise<Map<string, string>> => {
  const ids = [...new Set(sources.map(({ id }) => id))]
  if (ids.length === 0) return new Map()
  const values = { ...visibleTo(viewer), ids, campaigns: Object.keys(viewer.roles) }
  const rows = await read<{ id: string; name: string }>(
    `select l.id, l.name from conjurations l join access a on a.id = l.id
      where l.id = any(@ids::uuid[]) and l."deletedAt" is null and ${visible}
     union all select f.id, f.name from campaign_files f
      where f.id = any(@ids::uuid[]) and f."deletedAt" is null and f."campaignId" = any(@campaigns::uuid[])
     union all select t.id, t.title from transcripts t join access a on a.id = t.id
      where t.id = any(@ids::uuid[]) and t."deletedAt" is null and ${visible}
     union all select c.id, c.name from campaigns c where c.id = any(@ids::uuid[]) and c.id = any(@campaigns::uuid[])`,
    values,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
