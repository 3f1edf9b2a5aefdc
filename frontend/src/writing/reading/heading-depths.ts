import type { Block } from './blocks.ts'

/** How deep each heading hangs below the others of its text, from 0: a size that is skipped is no level that is skipped. By block. */
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
