import mammoth from 'mammoth'
import { Rejection } from '#domain/decider.ts'
import { openWordFile, type WordFile } from './open.ts'

type Input = Parameters<typeof mammoth.extractRawText>[0]
type Options = NonNullable<Parameters<typeof mammoth.convertToHtml>[1]>

/** Returns the archive in a form that mammoth reads without declaring it in its types. Mammoth itself would unpack entries of any size. */
const inputOf = ({ names, read }: WordFile): Input => {
  const file = {
    exists: (name: string) => names.has(name),
    async read(name: string, encoding?: string) {
      const bytes = await read(name)
      if (encoding === 'base64') return bytes.toString('base64')
      return encoding ? new TextDecoder(encoding).decode(bytes) : bytes
    },
  }
  return { file } as unknown as Input
}

const convert = async (bytes: Buffer, work: (input: Input) => Promise<{ value: string }>): Promise<string> => {
  const input = inputOf(await openWordFile(bytes))
  try {
    return (await work(input)).value
  } catch (error) {
    // Mammoth throws on XML that is not well-formed, and its recursion ends at some thousand levels.
    throw error instanceof Rejection ? error : new Rejection('document_broken')
  }
}

/** The text of a Word document, with an empty line between paragraphs. Throws `document_…`. */
export const wordText = (bytes: Buffer): Promise<string> => convert(bytes, mammoth.extractRawText)

/** A Word document as HTML. Throws `document_…`. */
export const wordHtml = (bytes: Buffer, options: Options): Promise<string> =>
  convert(bytes, (input) => mammoth.convertToHtml(input, options))

export const pictureConverter = mammoth.images.imgElement
