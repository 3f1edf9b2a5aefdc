import type { Place } from '../carets/Stitches.tsx'

/** Where the paragraph of a place in a text stands on a page that is only read. */
export const placeIn = (page: HTMLElement | null, index: number): Place | undefined => {
  const blocks = [...(page?.querySelectorAll<HTMLElement>('[data-at]') ?? [])]
  const block = blocks.findLast(({ dataset }) => Number(dataset.at) <= index)
  return block && { top: block.offsetTop, height: block.offsetHeight }
}
