import type { Block } from './blocks.ts'

/** Maps each heading to its depth below the other headings of its text, from 0. A skipped size does not skip a level. */
export const headingDepths = (blocks: readonly Block[]): ReadonlyMap<Block, number> => {
  const above: number[] = []
  const depths = new Map<Block, number>()
  for (const block of blocks) {
    if (block.kind !== 'heading') continue
    while ((above.at(-1) ?? 0) >= block.level) above.pop()
    depths.set(block, above.length)
    above.push(block.level)
  }
  return depths
}
