import { citation } from '#domain/answers.ts'
import type { Op } from '#domain/text-ops.ts'

/**
 * Prepares a model's text for display. A citation becomes a piece with the attribute `cited`, the index of its source in the part.
 * Citations of unknown sources and all pictures are dropped; a link that no source contains becomes plain text.
 */
export const citedOps = (ops: readonly Op[], sources: number, links: readonly string[]): Op[] =>
  ops.flatMap(({ insert, attributes }): Op[] => {
    if (typeof insert !== 'string') return []
    const { link, ...others } = attributes ?? {}
    const formats = typeof link === 'string' && links.includes(link) ? { ...others, link } : others
    return insert.split(citation).flatMap((text, n): Op[] => {
      if (n % 2 === 0) return text === '' ? [] : [{ insert: text, attributes: formats }]
      const cited = text.split(',').map((number) => Number(number) - 1)
      return cited
        .filter((index) => index >= 0 && index < sources)
        .map((index) => ({ insert: ' ', attributes: { cited: index } }))
    })
  })
