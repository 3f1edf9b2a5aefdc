import { untitledConjuration } from '#domain/conjurations.ts'
import type { ConjurationItem } from '#projections/answers.ts'
import { SegmentList } from '#projections/segment-answers.ts'

/** A line of words where Markdown would take signs for its own. */
const plain = (words: string) => words.replace(/([\\`*_[\]<>#|])/g, '\\$1').replace(/\s*\n\s*/g, ' ')

const answerTo = async (path: string): Promise<unknown> => {
  const response = await fetch(`/api/${path}`)
  if (!response.ok) throw new Error(`${response.status} ${path}`)
  return response.json()
}

/** A lore item as Markdown, with what its reader sees of it. */
export const loreMarkdown = async (
  lore: Pick<ConjurationItem, 'id' | 'name' | 'tags' | 'description'>,
): Promise<string> => {
  const { data } = SegmentList.parse(await answerTo(`content-segments?entityType=CONJURATION&entityId=${lore.id}`))
  const parts = data.map(({ title, content, gallerySegments }) => {
    const pictures = gallerySegments.map(
      ({ image }, n) => `![${plain(image.name ?? `Image ${n + 1}`)}](${location.origin}${image.uri ?? ''})`,
    )
    return [`## ${plain(title)}`, content ?? '', ...pictures].filter(Boolean).join('\n\n')
  })
  const head = [
    `# ${plain(lore.name || untitledConjuration)}`,
    lore.tags.map((tag) => `#${tag}`).join(' '),
    lore.description,
  ]
  return `${[...head, ...parts].filter(Boolean).join('\n\n')}\n`
}

/** Hands a text to the browser as a file. */
const save = (name: string, text: string) => {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/markdown;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

export const exportMarkdown = async (lore: ConjurationItem): Promise<void> => {
  const name = (lore.name || untitledConjuration).replace(/[^\p{L}\p{N} _-]+/gu, '').trim() || 'lore'
  save(`${name.slice(0, 80)}.md`, await loreMarkdown(lore))
}
