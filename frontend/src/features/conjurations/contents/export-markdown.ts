import { z } from 'zod'
import { untitledConjuration } from '#domain/conjuration-words.ts'
import type { Op } from '#domain/text-ops.ts'
import type { ConjurationItem } from '#projections/answers.ts'
import { RelationshipList } from '#projections/relationship-answers.ts'
import { SegmentList } from '#projections/segment-answers.ts'
import { toMarkdown } from '#richtext/to-markdown.ts'
import { loreMarkdown } from './lore-markdown.ts'

const Written = z.object({ ops: z.custom<Op[]>(Array.isArray) })

const fetchJson = async (path: string): Promise<unknown> => {
  const response = await fetch(`/api/${path}`)
  if (!response.ok) throw new Error(`${response.status} ${path}`)
  return response.json()
}

/** Downloads a text as a Markdown file. */
const save = (name: string, text: string) => {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/markdown;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser may begin to read only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Downloads a lore item as Markdown, as far as its reader may see it. */
export const exportMarkdown = async (lore: ConjurationItem): Promise<void> => {
  const [description, contents, links] = await Promise.all([
    fetchJson(`texts/${lore.id}`),
    fetchJson(`content-segments?entityType=CONJURATION&entityId=${lore.id}`),
    fetchJson(`relationships/${lore.id}`),
  ])
  const text = loreMarkdown({
    lore,
    description: toMarkdown(Written.parse(description).ops),
    segments: SegmentList.parse(contents).data,
    links: RelationshipList.parse(links).data,
    origin: location.origin,
  })
  const name = (lore.name || untitledConjuration).replace(/[^\p{L}\p{N} _-]+/gu, '').trim() || 'lore'
  save(`${name.slice(0, 80)}.md`, text)
}
