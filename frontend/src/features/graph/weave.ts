const dyes = ['weld', 'woad', 'orchil', 'verdigris', 'lichen', 'copper', 'madder', 'walnut'] as const

interface Band {
  x: number
  y: number
  width: number
  height: number
  /** A token's name. */
  colour: string
}

const side = 40

/**
 * A small pattern for lore without an image: bands of two colours, derived from the last digits of its UUID, which are
 * random.
 */
export const weaveOf = (id: string): Band[] => {
  const digits = [...id.replaceAll('-', '').slice(-8)].map((digit) => Number.parseInt(digit, 16) || 0)
  const [first = 0, step = 0, ...widths] = digits
  const pair = [dyes[first % 8] ?? 'weld', dyes[(first + 1 + (step % 7)) % 8] ?? 'woad']
  return widths.map((digit, n) => {
    const at = 3 + Math.floor(n / 2) * 13 + (digit % 4)
    const wide = 3 + (digit % 7)
    const colour = pair[n % 2] ?? 'weld'
    return n % 2 === 0
      ? { x: at, y: 0, width: wide, height: side, colour }
      : { x: 0, y: at, width: side, height: wide, colour }
  })
}
export const weaveOpacity = 0.32
