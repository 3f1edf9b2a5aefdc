/** Indentation in pixels by depth: deeper steps are narrower, so that names still have space at depth 100. */
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

/** Width of a legible row beyond its indentation. */
const readable = 180
/** Minimum width of a tree of this depth; in a narrower pane it scrolls sideways. */
export const widthOf = (deepest: number): number => indentOf(deepest) + readable
