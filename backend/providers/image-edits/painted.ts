import sharp from 'sharp'
import type { EditTool } from '#domain/image-edit-tools.ts'
import type { Edit, EditRequest, ImageEdits } from '../image-edits.ts'
import { cutOut, extended, framed, restoreUnmasked } from '../image-sources/canvas.ts'
import type { ImageSource, SourceModel } from '../image-sources/source.ts'
import { ImageRefused, type Picture } from '../images.ts'

/** A request to a model: to repaint all of the picture, or the area that is white in the mask. */
export interface Painting {
  edit: Edit
  /** PNG, in the size that `sizeFor` returned. */
  image: Buffer
  mask: Buffer | null
  width: number
  height: number
  model: SourceModel
  seed: number
  signal: AbortSignal
  progress(share: number): void
}

interface Painter {
  tools: readonly EditTool[]
  /** The size that the model paints for a picture of this size. */
  sizeFor(size: { width: number; height: number }, model: SourceModel): { width: number; height: number }
  paint(painting: Painting): Promise<Buffer>
}

/**
 * Edits by a model that repaints the whole picture: the picture is framed for it, and unmasked pixels are restored
 * afterwards.
 */
export function paintedEdits(source: ImageSource, painter: Painter): ImageEdits | undefined {
  const { edits, name, at } = source
  if (!edits) return undefined
  const { premium, prices } = edits
  const editing = modelNamed(source, edits.model)
  const better = premium && modelNamed(source, premium.model)

  const edited = async (
    { image: { bytes }, edit, seed, signal, progress }: EditRequest,
    model: SourceModel,
  ): Promise<Buffer> => {
    const { image, mask } =
      edit.tool === 'outpaint' ? await extended(bytes, edit) : { image: bytes, mask: maskOf(edit) }
    const { width = 1, height = 1 } = await sharp(image, { autoOrient: true }).metadata()
    const size = painter.sizeFor({ width, height }, model)
    const frame = await framed({ image, mask }, size)
    const painted = await painter.paint({
      edit,
      image: frame.image,
      mask: frame.mask,
      ...size,
      model,
      seed,
      signal,
      progress,
    })
    signal.throwIfAborted()
    const back = await frame.back(painted)
    if (edit.tool === 'remove-background') return cutFrom(image, back, name)
    return mask ? restoreUnmasked(back, image, mask) : back
  }

  return {
    name,
    source: at,
    tools: painter.tools.filter((tool) => edits.tools?.includes(tool) ?? true),
    prices,
    ...(premium && { premiumPrice: premium.cost }),
    async edit(request) {
      const { signal, seed, edit } = request
      signal.throwIfAborted()
      const model = better && edit.tool === 'inpaint' && edit.premium ? better : editing
      const bytes = await edited(request, model)
      const { width = 0, height = 0 } = await sharp(bytes).metadata()
      const madeBy = `Changed by ${model.shown.name === name ? name : `${model.shown.name} of ${name}`}.`
      return [{ bytes, mime: 'image/png', width, height, seed, madeBy } satisfies Picture]
    },
  }
}

const maskOf = (edit: Edit): Buffer | null => ('mask' in edit ? edit.mask : null)

/** Returns the model of this name (the first without a name). A model that is not listed only edits, with the first one's settings. */
function modelNamed({ models }: ImageSource, model: string | undefined): SourceModel {
  const [first] = models
  if (!first) throw new Error('A source has at least one model')
  if (model === undefined) return first
  const known = models.find((each) => each.model === model)
  return known ?? { ...first, model, shown: { ...first.shown, name: model } }
}

/** Refuses an opaque result, which is no cut-out and must not be charged. */
async function cutFrom(image: Uint8Array, painted: Buffer, name: string): Promise<Buffer> {
  const { isOpaque } = await sharp(painted).stats()
  if (isOpaque) throw new ImageRefused('refused', `${name} could not tell the subject from its background.`)
  return cutOut(image, painted)
}
