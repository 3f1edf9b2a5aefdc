import type { Viewer } from '#domain/access.ts'
import { type Op, type Ops, tableEmbed } from '#domain/deltas.ts'
import { imagesIn, mentionsIn } from '#domain/text-plain.ts'
import type { Read } from '../../http/snapshot.ts'
import { visible, visibleTo } from '../visible.ts'

/** Current names of the things that texts mention, by id; the name of a picture is empty. */
export type Named = ReadonlyMap<string, string>

/** The mentioned things that the viewer sees, by id; other mentions become plain text. */
export const visibleMentions = async (read: Read, viewer: Viewer, ...all: readonly Ops[]): Promise<Named> => {
  const ids = all.flatMap((ops) => [...mentionsIn(ops).flatMap(({ id }) => id ?? []), ...imagesIn(ops)])
  if (ids.length === 0) return new Map()
  const rows = await read<{ id: string; name: string }>(
    `select a.id, coalesce(l.name, '') as name from access a left join conjurations l on l.id = a.id
      where a.id = any(@ids::uuid[]) and ${visible} and l."deletedAt" is null
        and not exists (select from images i where i.id = a.id and i."deletedAt" is not null)
     union all
     select f.id, f.name from campaign_files f
      where f.id = any(@ids::uuid[]) and f."deletedAt" is null and f."campaignId" = any(@campaignIds::uuid[])`,
    { ...visibleTo(viewer), ids: [...new Set(ids)], campaignIds: Object.keys(viewer.roles) },
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Replaces a hidden picture with a blank, and the mention of a hidden thing with its words. */
const shownEmbed = (embed: Record<string, unknown>, seen: Named): Record<string, unknown> | string => {
  const {
    mention,
    image,
    [tableEmbed]: table,
  } = embed as {
    mention?: { id?: string; words: string }
    image?: { id: string }
    [tableEmbed]?: { cells?: Record<string, { content?: Ops }> }
  }
  if (mention?.id !== undefined && !seen.has(mention.id)) return { mention: { words: mention.words } }
  if (image && !seen.has(image.id)) return ' '
  if (!table?.cells) return embed
  const cells = Object.entries(table.cells).map(([at, cell]) => [
    at,
    cell.content ? { ...cell, content: redactOps(cell.content, seen) } : cell,
  ])
  return { [tableEmbed]: { ...table, cells: Object.fromEntries(cells) } }
}

/** Returns a text or a change for the viewer, of equal length, without the ids of hidden things. */
export const redactOps = (ops: Ops, seen: Named): Op[] =>
  ops.map((op) => {
    if (typeof op.insert === 'object') return { ...op, insert: shownEmbed(op.insert, seen) }
    const retain = typeof op.retain === 'object' ? shownEmbed(op.retain, seen) : ''
    return typeof retain === 'object' ? { ...op, retain } : op
  })

export const redactFor = async (read: Read, viewer: Viewer, ops: Ops): Promise<Op[]> =>
  redactOps(ops, await visibleMentions(read, viewer, ops))
