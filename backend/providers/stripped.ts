import sharp, { type FailOnOptions } from 'sharp'
import { ImageRejected } from './picture-rejected.ts'
import { docx } from './stripped/docx.ts'
import { gif } from './stripped/gif.ts'
import { jpeg } from './stripped/jpeg.ts'
import { png } from './stripped/png.ts'
import { webp } from './stripped/webp.ts'
import { wordType } from './stripped-types.ts'

const strip: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'image/jpeg': jpeg,
  'image/png': png,
  'image/webp': webp,
  'image/gif': gif,
}

/**
 * Removes metadata from a picture without changing a pixel: location, time, device, author, comments, previews, and
 * data after its end. Colour profile and orientation stay. Other kinds of files pass unchanged. Throws `ImageRejected`
 * if the file's parts cannot be parsed.
 */
export function stripped(mime: string, bytes: Buffer): Buffer {
  try {
    return strip[mime]?.(bytes) ?? bytes
  } catch (error) {
    throw new ImageRejected(
      'picture_broken',
      'This picture is damaged and cannot be read. Please export it again and retry.',
      { cause: error },
    )
  }
}

/**
 * Limit of decoded pixels when re-encoding damaged pictures: far above any stored picture, far below what exhausts the
 * memory.
 */
const pixelLimit = 50_000_000
const notGivenOut =
  'This picture is damaged: what it may say of where it was taken cannot be told from the rest, so only the member who added it can download it.'

/** Pixels that may still be decoded: all pictures of one document share them. */
interface PixelBudget {
  left: number
}

/** Re-encodes a picture. Throws if it exceeds the budget or cannot be read. */
async function drawAgain(mime: string, bytes: Buffer, failOn: FailOnOptions, budget: PixelBudget): Promise<Buffer> {
  // sharp reads only the first frame of such files.
  if (bytes.includes('acTL')) throw new Error('An animated PNG cannot be drawn again')
  const reading = { failOn, animated: true }
  const {
    width,
    height,
    pageHeight = height,
    pages = 1,
  } = await sharp(bytes, {
    ...reading,
    limitInputPixels: false,
  }).metadata()
  const pixels = width * pageHeight * pages
  if (pixels > budget.left) throw new Error('There are more pixels than can be drawn again')
  budget.left -= pixels
  return sharp(bytes, { ...reading, autoOrient: true, limitInputPixels: pixelLimit })
    .toFormat(mime.slice('image/'.length) as 'jpeg' | 'png' | 'webp' | 'gif')
    .toBuffer()
}

/**
 * Strips a stored picture; one whose parts cannot be parsed is re-encoded if all of it can be decoded. Throws
 * `ImageRejected` otherwise, since the stored file is the only copy.
 */
async function strippedOrDrawnAgain(
  mime: string,
  bytes: Buffer,
  failOn: FailOnOptions = 'warning',
  budget: PixelBudget = { left: pixelLimit },
): Promise<Buffer> {
  try {
    return stripped(mime, bytes)
  } catch {
    return drawAgain(mime, bytes, failOn, budget).catch((cause: unknown) => {
      throw new ImageRejected('picture_broken', notGivenOut, { cause })
    })
  }
}

const inDocument =
  'A picture in this document is damaged, or it cannot be taken apart. Please export it again and retry.'

/** Strips a document. Damaged pictures are re-encoded as far as they can be decoded, since the text around them matters more. */
const strippedDocument = (bytes: Buffer): Promise<Buffer> => {
  const budget: PixelBudget = { left: pixelLimit }
  const strip = (mime: string, picture: Buffer) => strippedOrDrawnAgain(mime, picture, 'none', budget)
  return docx(bytes, strip).catch((cause: unknown) => {
    throw new ImageRejected('picture_broken', inDocument, { cause })
  })
}

/** Strips an upload for storage. Damaged pictures are refused, since the user has the original. */
export const strippedUpload = async (mime: string, bytes: Buffer): Promise<Buffer> =>
  mime === wordType ? strippedDocument(bytes) : stripped(mime, bytes)

/** Strips a stored file for delivery. Throws `ImageRejected` if that is impossible. */
export const strippedStored = (mime: string, bytes: Buffer): Promise<Buffer> =>
  mime === wordType ? strippedDocument(bytes) : strippedOrDrawnAgain(mime, bytes)
