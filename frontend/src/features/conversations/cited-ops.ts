import { citation } from '#domain/answers.ts'
import type { Op } from '#domain/text-ops.ts'

/**
 * A model's text for display: its citations as pieces with the attribute `cited`, the source's position in the part. Citations of anything else
 * are dropped, and so is every picture; a link that no source has becomes plain text.
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
