import { Rejection } from '#domain/decider.ts'
import { documentLimits, pageEnd } from '#domain/documents.ts'
import { isReadable, pdfType } from './document-types.ts'
import { wordType } from './stripped-types.ts'

const decodePlain = (bytes: Buffer): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const tooLong = () => new Rejection('document_too_long', { most: documentLimits.letters })

/** Converts an error of PDF.js into a rejection, by the error's name. */
const pdfRefusal = (error: unknown): unknown => {
  if (error instanceof Rejection) return error
  const { name } = error as Error
  return new Rejection(name === 'PasswordException' ? 'document_encrypted' : 'document_broken')
}

interface PdfText {
  str: string
  hasEOL: boolean
}
const isText = (item: object): item is PdfText => 'str' in item

const cleaned = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no text needs them, and PostgreSQL stores no NUL
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .toWellFormed()

/** Reads page by page, so that one page at a time is in memory. Each page ends with a form feed. */
const pdfText = async (bytes: Buffer): Promise<string> => {
  const { getDocumentProxy } = await import('unpdf')
  try {
    // A copy, since PDF.js takes ownership of the bytes.
    const pdf = await getDocumentProxy(Uint8Array.from(bytes), {
      verbosity: 0,
      isEvalSupported: false,
      useWorkerFetch: false,
    })
    const { numPages: pages } = pdf
    if (pages > documentLimits.pages)
      throw new Rejection('document_too_many_pages', { pages, most: documentLimits.pages })
    const texts: string[] = []
    let letters = 0
    for (let n = 1; n <= pages; n++) {
      const page = await pdf.getPage(n)
      const { items } = await page.getTextContent()
      const text = items.map((item) => (isText(item) ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')
      page.cleanup()
      letters += text.length
      if (letters > documentLimits.letters) throw tooLong()
      texts.push(`${cleaned(text)}${pageEnd}`)
    }
    return texts.join('')
  } catch (error) {
    throw pdfRefusal(error)
  }
}

const read = async (mime: string, bytes: Buffer): Promise<string> => {
  if (mime === pdfType) return pdfText(bytes)
  if (mime !== wordType) return cleaned(decodePlain(bytes))
  const { wordText } = await import('#exchange/docx/mammoth.ts')
  return cleaned(await wordText(bytes))
}

/** The text of a file of one of the readable types; each page of a PDF ends with `pageEnd`. Throws `document_…`. */
export const documentText = async (mime: string, bytes: Buffer): Promise<string> => {
  if (!isReadable(mime)) throw new Rejection('document_type')
  const text = await read(mime, bytes)
  if (text.length > documentLimits.letters) throw tooLong()
  if (text.trim() === '') throw new Rejection('document_without_text')
  return text
}
