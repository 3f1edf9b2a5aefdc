import { untitledLore } from '#domain/conjurations.ts'
import type { LoreSearch } from '#projections/answers.ts'
import type { ImageRow } from '#projections/images.ts'

/** Something that was found: `to` opens it. */
export interface Found {
  id: string
  name: string
  imageUri: string | null
  updatedAt: string
  kind: 'Lore' | 'Image'
  description: string
  tags: readonly string[]
  to: string
}

export const loreFound = ({ id, name, imageUri, updatedAt, description, tags }: LoreSearch['data'][number]): Found => ({
  ...{ id, imageUri, updatedAt, description, tags, kind: 'Lore' },
  name: name || untitledLore,
  to: `/lore/view/${id}`,
})

export const pictureFound = ({ id, name, prompt, uri: imageUri, createdAt: updatedAt }: ImageRow): Found => ({
  ...{ id, imageUri, updatedAt, kind: 'Image', tags: [] },
  name: name ?? prompt?.slice(0, 60) ?? 'Untitled image',
  description: name ? (prompt ?? '') : '',
  to: `/images/${id}`,
})
