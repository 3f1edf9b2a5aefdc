import { z } from 'zod'
import { ImageEdit, ImageEditing } from '#domain/image-edit-answers.ts'
import { ImageModel } from '#domain/image-models.ts'
import { ImageRow } from './images.ts'
import { listOf } from './list-of.ts'

export const ImageModelList = listOf(ImageModel)
export type ImageModelList = z.infer<typeof ImageModelList>

/** A picture in an answer; `primary` is true if it represents its lore. */
export const ImageItem = ImageRow.extend({ primary: z.boolean() })
export type ImageItem = z.infer<typeof ImageItem>

/** Newest first; `months` counts all months that have pictures, regardless of the requested month. */
export const Gallery = z.object({
  images: z.array(ImageItem),
  total: z.int(),
  months: z.array(z.object({ month: z.string(), count: z.int() })),
})
export type Gallery = z.infer<typeof Gallery>

/**
 * Editors of the picture additionally receive its edits: `edits` is the current branch, the original first. Other
 * viewers receive the current version.
 */
export const ImageDetail = ImageItem.extend({
  edits: z.array(
    z.object({ id: z.string(), uri: z.string(), ...ImageEdit.omit({ id: true, uri: true }).partial().shape }),
  ),
  ...ImageEditing.omit({ edits: true }).partial().shape,
  /** The same as `errorMessage`, under its other name. */
  error: z.string().nullable(),
  username: z.string(),
  imageModel: z.object({ id: z.uuid(), name: z.string(), description: z.string() }).nullable(),
})
export type ImageDetail = z.infer<typeof ImageDetail>

const named = z.object({ id: z.uuid(), name: z.string() })
/** Uses of a picture: its lore, galleries of lore, tokens cut from it, and battle maps. */
export const ImageUsage = z.object({
  conjuration: named.nullable(),
  campaign: named.nullable(),
  segments: z.array(named.extend({ conjurationId: z.uuid(), conjurationName: z.string() })),
  tokens: z.array(z.object({ id: z.uuid(), uri: z.string() })),
  maps: z.array(named),
})
export type ImageUsage = z.infer<typeof ImageUsage>

export const ImageList = listOf(ImageItem)
export type ImageList = z.infer<typeof ImageList>
