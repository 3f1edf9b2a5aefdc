import type { Viewer } from '#domain/access.ts'
import type { Op, Ops } from '#domain/deltas.ts'
import { imagesIn, mentionsIn } from '#domain/text-plain.ts'
import type { Read } from '../../http/snapshot.ts'
import { visible, visibleTo } from '../visible.ts'

/**
 * A text as somebody may read it: what is mentioned that they do not see stands as its words, and a picture that they do not see is a blank.
 * Each is one letter as before, so that changes still fit.
 */
export async function shownOps(read: Read, viewer: Viewer, ops: Ops): Promise<Op[]> {
  const ids = [...mentionsIn(ops).flatMap(({ id }) => id ?? []), ...imagesIn(ops)]
  if (ids.length === 0) return [...ops]
  const found = await read<{ id: string }>(`select a.id from access a where a.id = any(@ids::uuid[]) and ${visible}`, {
    ...visibleTo(viewer),
    ids: [...new Set(ids)],
  })
  const seen = new Set(found.map(({ id }) => id))
  return ops.map((op) => shown(op, seen))
}

const shown = (op: Op, seen: ReadonlySet<string>): Op => {
  const hidden = (embed: { id?: string }) => embed.id !== undefined && !seen.has(embed.id)
  return mapped(op, (embed) => {
    const { mention, image } = embed as { mention?: { id?: string }; image?: { id?: string } }
    if (mention && hidden(mention)) {
      const { id: _id, ...words } = mention
      return { mention: words }
    }
    return image && hidden(image) ? ' ' : embed
  })
}

/** What is inserted, in the cells of tables too, made something else. */
const mapped = (op: Op, change: (embed: Record<string, unknown>) => Record<string, unknown> | string): Op => {
  const { insert } = op
  if (typeof insert !== 'object') return op
  const table = insert['table-embed'] as { cells?: Record<string, { content?: Op[] }> } | undefined
  if (!table) return { ...op, insert: change(insert) }
  const cells = Object.fromEntries(
    Object.entries(table.cells ?? {}).map(([at, cell]) => [
      at,
      cell.content ? { ...cell, content: cell.content.map((one) => mapped(one, change)) } : cell,
    ]),
  )
  return { ...op, insert: { 'table-embed': { ...table, ...(table.cells && { cells }) } } }
}
