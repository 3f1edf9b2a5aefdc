/** Target size of a page, in characters: about the memory that one client costs this process while it catches up. */
const characters = 256 * 1024
const lines = { first: 20, least: 5, most: 250 }

/**
 * Adapts the number of rows per page to the size of the rows read so far, which ranges from a hundred to sixty thousand
 * characters.
 */
export const pageSize = () => {
  let size = lines.first
  return {
    lines: () => size,
    /** Adapts the size after a page of `count` rows with `length` characters in total. */
    learn(count: number, length: number) {
      if (count === 0) return
      const fitting = Math.floor((characters * count) / Math.max(1, length))
      size = Math.max(lines.least, Math.min(fitting, size * 4, lines.most))
    },
  }
}
