import { ImageRejected } from './picture-rejected.ts'
import { gif } from './stripped/gif.ts'
import { jpeg } from './stripped/jpeg.ts'
import { png } from './stripped/png.ts'
import { webp } from './stripped/webp.ts'

const strip: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'image/jpeg': jpeg,
  'image/png': png,
  'image/webp': webp,
  'image/gif': gif,
}

/**
 * A picture as it was, pixel for pixel, without what its file says beside them: where and when it was taken, with what, by whom,
 * comments, previews, and whatever follows its end. Colours and the way it is turned are kept. Files of other kinds stay as they
 * are. Throws `ImageRejected` when its parts cannot be told from each other.
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
