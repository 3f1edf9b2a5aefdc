/** What a page of the past comes to, about: what one client that catches up costs this process in memory. */
const characters = 256 * 1024
const lines = { first: 20, least: 5, most: 250 }

/** How many lines to read at once, learned from those read so far: a line may be of a hundred characters or of sixty thousand. */
export const pageSize = () => {
  let size = lines.first
  return {
    lines: () => size,
    /** After so many lines that came to so many characters. */
    learn(count: number, length: number) {
      if (count === 0) return
      const fitting = Math.floor((characters * count) / Math.max(1, length))
      size = Math.max(lines.least, Math.min(fitting, size * 4, lines.most))
    },
  }
}
