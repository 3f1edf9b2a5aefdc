export interface Box {
  width: number
  height: number
}

/** A row of pictures. It fills the width exactly, unless it is a short last row. `widths` are pixels, in the order of `items`. */
export interface Row<Item> {
  height: number
  items: Item[]
  widths: number[]
}

interface Measure {
  /** The width to fill, in pixels. */
  width: number
  /** Target height of a row, in pixels. */
  height: number
  gap: number
}

/** A last row that would exceed this multiple of the target height is not stretched to the full width. */
const tallest = 1.35

/**
 * Arranges pictures in justified rows: each row fills the width at a height near the target, and the pictures retain their
 * proportions and their order. A row ends before the picture that would move its height away from the target. The last row
 * stays short if filling the width would make it too tall.
 */
export const justify = <Item extends Box>(items: readonly Item[], measure: Measure): Row<Item>[] => {
  if (measure.width <= 0) return []
  const rows: Row<Item>[] = []
  let row: Item[] = []
  for (const item of items) {
    const longer = [...row, item]
    const off = (height: number) => Math.abs(Math.log(height / measure.height))
    if (row.length > 0 && off(fullHeight(row, measure)) < off(fullHeight(longer, measure))) {
      rows.push(layOutRow(row, fullHeight(row, measure)))
      row = [item]
    } else row = longer
  }
  if (row.length > 0) rows.push(layOutRow(row, lastHeight(row, measure)))
  return rows
}

const aspect = ({ width, height }: Box) => width / height
const sum = (row: readonly Box[]) => row.reduce((total, box) => total + aspect(box), 0)
const fullHeight = (row: readonly Box[], { width, gap }: Measure) => (width - gap * (row.length - 1)) / sum(row)

const lastHeight = (row: readonly Box[], measure: Measure) => {
  const full = fullHeight(row, measure)
  return full <= measure.height * tallest ? full : measure.height
}

const layOutRow = <Item extends Box>(items: Item[], height: number): Row<Item> => ({
  height: Math.round(height),
  items,
  widths: items.map((item) => aspect(item) * height),
})

/** Returns the picture in the row below (1) or above (-1) whose centre is horizontally nearest to that of `id`; null if there is none. */
export const neighbour = <Item extends { id: string }>(
  rows: readonly Row<Item>[],
  id: string,
  step: 1 | -1,
  gap: number,
): Item | null => {
  const at = rows.findIndex(({ items }) => items.some((item) => item.id === id))
  const from = rows[at]
  const to = rows[at + step]
  if (!(from && to)) return null
  const middle = middles(from, gap)[from.items.findIndex((item) => item.id === id)] ?? 0
  const offs = middles(to, gap).map((x) => Math.abs(x - middle))
  return to.items[offs.indexOf(Math.min(...offs))] ?? null
}

const middles = ({ widths }: Pick<Row<unknown>, 'widths'>, gap: number) => {
  let left = 0
  return widths.map((width) => {
    const middle = left + width / 2
    left += width + gap
    return middle
  })
}
