import { randomUUID } from 'node:crypto'
import { posix } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { layoutOf } from '#exchange/layout.ts'
import type { ExportedPage, ExportedSection } from '#exchange/pages.ts'
import type { ExportSource, ExportTarget, ExportWriter } from '#exchange/writer.ts'

/** Lore that every member sees, as an export reads it. */
export const exportedPage = (name: string, more: Partial<ExportedPage> = {}): ExportedPage => ({
  id: randomUUID(),
  name,
  tags: [],
  visibility: 'CAMPAIGN',
  description: [{ insert: `${name} is described.\n` }],
  sections: [],
  links: [],
  pictures: [],
  primary: null,
  ...more,
})

export const storySection = (title: string, words: string, more: Partial<ExportedSection> = {}): ExportedSection => ({
  title,
  type: 'STORY',
  isForDms: false,
  ops: [{ insert: `${words}\n` }],
  pictures: [],
  ...more,
})

export const mentionOf = ({ id, name }: { id: string; name: string }) => ({
  insert: { mention: { id, kind: 'lore', words: name } },
})

export type WrittenPage = ExportedPage & { folderId?: string | null }

interface Export {
  name: string
  /** The name of the folder that holds everything. */
  folder?: string
  folders?: Parameters<typeof layoutOf>[1]['folders']
  pages: readonly WrittenPage[]
  /** Pictures by id; a name that begins with `!` is hidden from players. */
  pictures?: Readonly<Record<string, string>>
}

/** Writes an export, and returns its files by path. */
export const writeExport = async (
  open: (source: ExportSource) => ExportWriter,
  { name, folder = name, folders = [], pages, pictures = {} }: Export,
): Promise<Record<string, string>> => {
  const files: Record<string, string> = {}
  const target: ExportTarget = {
    async add(path, content) {
      if (path in files) throw new Error(`Two files at ${path}`)
      files[path] = typeof content === 'string' ? content : await text(content as Readable)
    },
  }
  const lore = pages.map(({ id, name, visibility, folderId = null }) => ({ id, name, visibility, folderId }))
  const layout = layoutOf(folder, { folders, lore })
  const writer = open({
    id: '0198c0de-0000-7000-8000-0000000000ab',
    name,
    at: new Date('2026-11-29T20:00:00Z'),
    layout,
    target,
    pictures: {
      nameOf: (id) => pictures[id] ?? '',
      pathOf: (id) => (id in pictures ? posix.join(layout.pictureFolder, `${pictures[id]}.png`) : undefined),
      isForAll: (id) => !pictures[id]?.startsWith('!'),
      read: async (id) => (id in pictures ? Buffer.from(`picture ${pictures[id]}`) : undefined),
    },
  })
  for (const placed of layout.pages) {
    const page = pages.find(({ id }) => id === placed.id)
    if (page) await writer.add(page, placed)
  }
  await writer.finish()
  return files
}
