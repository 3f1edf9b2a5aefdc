import type { MapGrid } from './map-grid.ts'

interface Size {
  width: number
  height: number
}

/** Positions of the lines of a square grid along one side, in pixels. */
export const squareLines = (length: number, cell: number, offset: number): number[] => {
  const first = ((offset % cell) + cell) % cell
  return Array.from({ length: Math.max(0, Math.ceil((length - first) / cell)) }, (_, n) => first + n * cell)
}

/** Centres of the pointy-topped hexes that touch the map; `cell` pixels separate two neighbours. */
export const hexMiddles = ({ width, height }: Size, { cell, x, y }: Pick<MapGrid, 'cell' | 'x' | 'y'>) => {
  const down = (cell * Math.sqrt(3)) / 2
  const middles: { x: number; y: number }[] = []
  const [firstRow, lastRow] = [Math.floor((-y - cell) / down), Math.ceil((height - y + cell) / down)]
  for (let row = firstRow; row <= lastRow; row++) {
    const shift = row % 2 === 0 ? 0 : cell / 2
    const [first, last] = [Math.floor((-x - cell) / cell), Math.ceil((width - x + cell) / cell)]
    for (let column = first; column <= last; column++) middles.push({ x: x + column * cell + shift, y: y + row * down })
  }
  return middles
}

/** The six corners of a hex relative to its centre, clockwise from the top. */
export const hexCorners = (cell: number): readonly (readonly [x: number, y: number])[] => {
  const radius = cell / Math.sqrt(3)
  return Array.from({ length: 6 }, (_, n) => {
    const turn = (n * Math.PI) / 3 - Math.PI / 2
    return [radius * Math.cos(turn), radius * Math.sin(turn)] as const
  })
}

/** All lines of a grid, as an SVG path. */
export const gridPath = (size: Size, grid: MapGrid): string => {
  const { cell, x, y, shape } = grid
  if (shape === 'square')
    return [
      ...squareLines(size.width, cell, x).map((at) => `M${at} 0V${size.height}`),
      ...squareLines(size.height, cell, y).map((at) => `M0 ${at}H${size.width}`),
    ].join('')
  // Three sides of each hex suffice: the others belong to its neighbours.
  const [a, b, c, d] = hexCorners(cell)
  if (!(a && b && c && d)) return ''
  const at = (middle: { x: number; y: number }, [dx, dy]: readonly [number, number]) =>
    `${(middle.x + dx).toFixed(2)} ${(middle.y + dy).toFixed(2)}`
  return hexMiddles(size, grid)
    .map((middle) => `M${at(middle, a)}L${at(middle, b)}L${at(middle, c)}L${at(middle, d)}`)
    .join('')
}
