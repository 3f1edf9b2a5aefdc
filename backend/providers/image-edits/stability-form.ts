import sharp from 'sharp'
import type { EditTool } from '#domain/image-edit-tools.ts'
import type { Edit, EditRequest } from '../image-edits.ts'
import { whiteRepaints } from '../image-sources/mask.ts'
import { ImageRefused } from '../images.ts'

/** Source: the vendor's REST reference, v2beta, "Edit". Paths below `/v2beta/stable-image/edit`. */
const paths: Record<EditTool, string> = {
  inpaint: 'inpaint',
  erase: 'erase',
  outpaint: 'outpaint',
  replace: 'search-and-replace',
  recolor: 'search-and-recolor',
  'remove-background': 'remove-background',
  'replace-background': 'replace-background-and-relight',
}

/** Largest ratio of the longer to the shorter side, for the tools in `inProportion`. Tools with a mask accept any proportions. */
const widest = 2.5
const inProportion: ReadonlySet<EditTool> = new Set(['outpaint', 'replace', 'recolor', 'replace-background'])
/** Largest number of pixels of any picture, and of one whose background is removed. */
const mostPixels = 9_437_184
const mostPixelsCut = 4_194_304
const shortestSide = 64
/** Limit of the picture in bytes; the whole request may have 10 MiB. */
const mostBytes = 8_000_000

/** Returns the path and the multipart body of an edit. Throws `ImageRefused` if the vendor would refuse the picture's size. */
export async function stabilityEditForm({ image, edit, seed }: EditRequest): Promise<{ path: string; form: FormData }> {
  refuseSize(image, edit.tool)
  const form = new FormData()
  const file = await fileOf(image.bytes)
  form.set(edit.tool === 'replace-background' ? 'subject_image' : 'image', file, 'image')
  for (const [name, value] of Object.entries(fieldsOf(edit))) if (value !== '') form.set(name, String(value))
  if ('mask' in edit) form.set('mask', blob(await whiteRepaints(edit.mask), 'image/png'), 'mask.png')
  if (edit.tool !== 'remove-background') form.set('seed', String(seed))
  form.set('output_format', 'png')
  return { path: paths[edit.tool], form }
}

/** Form fields of each tool in addition to picture and mask; empty ones are omitted. */
function fieldsOf(edit: Edit): Record<string, string | number> {
  const subject = 'searchPrompt' in edit ? edit.searchPrompt || 'the main subject' : ''
  const prompt = 'prompt' in edit ? edit.prompt : ''
  const { up, down, left, right } = edit.tool === 'outpaint' ? edit : { up: '', down: '', left: '', right: '' }
  const fields: Record<EditTool, Record<string, string | number>> = {
    inpaint: { prompt },
    erase: {},
    outpaint: { prompt, up, down, left, right },
    replace: { prompt, search_prompt: subject },
    recolor: { prompt, select_prompt: subject },
    'remove-background': {},
    'replace-background': { background_prompt: prompt },
  }
  return fields[edit.tool]
}

function refuseSize({ width, height }: EditRequest['image'], tool: EditTool) {
  const no = (why: string) => {
    throw new ImageRefused('refused', `Stability AI cannot work on a picture of ${width} × ${height} pixels: ${why}.`)
  }
  if (Math.min(width, height) < shortestSide) no(`each side has at least ${shortestSide}`)
  if (width * height > (tool === 'remove-background' ? mostPixelsCut : mostPixels)) no('it is too large')
  if (inProportion.has(tool) && Math.max(width / height, height / width) > widest)
    no('here one side is at most two and a half times the other')
}

/** Encodes the picture without metadata: as PNG, or as WebP if the PNG exceeds `mostBytes`. */
async function fileOf(bytes: Buffer): Promise<Blob> {
  const picture = sharp(bytes, { autoOrient: true }).toColourspace('srgb')
  const png = await picture.clone().png().toBuffer()
  return png.length <= mostBytes
    ? blob(png, 'image/png')
    : blob(await picture.webp({ quality: 95 }).toBuffer(), 'image/webp')
}

const blob = (bytes: Buffer, type: string) => new Blob([new Uint8Array(bytes)], { type })
