/** Pixels from a line's start, by how deep it hangs: each step is narrower than those above it, so that names still have room at depth 100. */
const steps = [
  { levels: 6, width: 16 },
  { levels: 6, width: 8 },
  { levels: Number.POSITIVE_INFINITY, width: 3 },
]

export const indentOf = (level: number): number => {
  let rest = level
  let pixels = 0
  for (const { levels, width } of steps) {
    const taken = Math.min(rest, levels)
    pixels += taken * width
    rest -= taken
  }
  return pixels
}

/** What a line needs beside its indent to be read. */
const readable = 180
/** How wide the tree is at least that has lines of this depth; where it has less room, it scrolls sideways. */
export const widthOf = (deepest: number): number => indentOf(deepest) + readable
