import { MapForDms, MapList } from '#projections/map-answers.ts'
import { campaignId, type Filling, idOf, keyOf } from './filling.ts'

const shown = 'The Bone Chapel, five feet to a square'

/** The part of a map that the players have been to: a piece of its middle, so that there is something to see and more to find. */
const explored = ({ columns, rows }: MapForDms['fog']) => {
  const [left, width] = [Math.floor(columns * 0.3), Math.ceil(columns * 0.4)]
  const [top, height] = [Math.floor(rows * 0.3), Math.ceil(rows * 0.4)]
  return Array.from({ length: height }, (_, row) => ({ first: (top + row) * columns + left, count: width }))
}

/** Lays a map on the table, as far as the players have come; none where none was drawn. */
export async function layTable({ cast, plans, unlessChanged }: Filling): Promise<void> {
  if (!plans) return
  const id = idOf('picture', shown)
  const { battlemaps } = await cast.Ines.get(`/battlemaps?campaignId=${campaignId}&status=COMPLETED`, MapList)
  if (!battlemaps.some((map) => map.id === id)) return
  await unlessChanged(async () => {
    const { fog } = await cast.Ines.get(`/battlemaps/${id}`, MapForDms)
    const stroke = { strokeId: idOf('stroke', shown), mode: 'reveal', cells: explored(fog) }
    await cast.Ines.act(keyOf('fog', id), 'POST', `/battlemaps/${id}/fog`, stroke)
    await cast.Ines.act(keyOf('table', id), 'POST', `/battlemaps/${id}/table`)
  })
}
