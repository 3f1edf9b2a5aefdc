import type { Visibility } from '#domain/access.ts'
import type { Ops } from '#domain/deltas.ts'
import type { SegmentType } from '#domain/segment-words.ts'
import { imagesIn } from '#domain/text-plain.ts'
import type { Addresses } from '#richtext/lines.ts'

/** A section as its reader sees it. `pictures` are those of a gallery. */
export interface ExportedSection {
  title: string
  type: SegmentType
  isForDms: boolean
  ops: Ops
  pictures: string[]
}

export interface ExportedLink {
  id: string
  name: string
  direction: 'out' | 'in' | 'both'
  comment: string
  /** True if every member of the campaign sees the lore that it leads to. */
  isForAll: boolean
}

/** Lore with everything of it that its reader sees. */
export interface ExportedPage {
  id: string
  name: string
  tags: string[]
  visibility: Visibility
  description: Ops
  sections: ExportedSection[]
  links: ExportedLink[]
  /** Its pictures; the primary one is the first. */
  pictures: string[]
  primary: string | null
}

/** Names and addresses of the lore and pictures that a page shows, as written in its file. */
export interface PageAddresses extends Addresses {
  /** A picture's name; empty without one. */
  pictureName(id: string): string
}

export const linkArrows: Readonly<Record<ExportedLink['direction'], string>> = { out: '→', in: '←', both: '↔' }

/** Pictures of a page that none of its texts and galleries shows. */
export const otherPictures = ({ pictures, description, sections }: ExportedPage): string[] => {
  const shown = new Set(imagesIn(description))
  for (const section of sections) for (const id of [...imagesIn(section.ops), ...section.pictures]) shown.add(id)
  return pictures.filter((id) => !shown.has(id))
}

/** All pictures of a page and of its texts, each once. */
export const picturesOn = ({ description, sections, pictures }: ExportedPage): string[] => [
  ...new Set([
    ...imagesIn(description),
    ...sections.flatMap((each) => [...imagesIn(each.ops), ...each.pictures]),
    ...pictures,
  ]),
]
