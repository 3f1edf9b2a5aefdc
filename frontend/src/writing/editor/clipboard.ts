import type { Range } from 'quill/core.js'
import Clipboard from 'quill/modules/clipboard.js'
import { Delta } from '#domain/deltas.ts'
import type { TextKind } from '#domain/text-formats.ts'
import { fromMarkdown } from '#richtext/from-markdown.ts'
import { toHtml } from '#richtext/to-html.ts'
import { toMarkdown } from '#richtext/to-markdown.ts'
import { toast } from '../../ui/toast.ts'
import { cleanText } from '../paste/clean-text.ts'
import { fitting, forCell, fromHtml, withoutEnd } from '../paste/from-html.ts'
import { looksLikeMarkdown, withLines } from '../paste/looks-like-markdown.ts'

/** A table cell is edited like a single-line description, and may contain imported content. */
export type WrittenKind = TextKind | 'cell'

const others = 'of the page stayed there. Save them and drop them here to have them in this text.'
const onePicture = 'A picture of the page stayed there. Save it and drop it here to have it in this text.'

interface Pasted {
  html?: string
  text?: string
}

/** Pasted content is reduced to the text's formats; copied content is clean HTML, and Markdown as plain text. */
export class OwnClipboard extends Clipboard {
  declare options: Clipboard['options'] & { kind: WrittenKind }

  override convert(pasted: Pasted, formats: Record<string, unknown> = {}): Delta {
    const { kind } = this.options
    return kind === 'cell' ? forCell(this.written(pasted, formats, 'description')) : this.written(pasted, formats, kind)
  }

  private written({ html, text }: Pasted, formats: Record<string, unknown>, kind: TextKind): Delta {
    const words = cleanText(text ?? '')
    if (formats['code-block']) return lines(words, { 'code-block': true })
    if (html) return fromHtml(html, kind, location.origin)
    if (looksLikeMarkdown(words)) return fitting(withoutEnd(new Delta([...fromMarkdown(withLines(words))])), kind)
    return fitting(new Delta().insert(words), kind)
  }

  override onPaste(range: Range, pasted: Pasted) {
    // Every paste, even of a few characters, is an undo step by itself.
    this.quill.history.cutoff()
    super.onPaste(range, pasted as { html: string; text: string })
    this.quill.history.cutoff()
    if (!pasted.html || this.options.kind !== 'story' || this.quill.getFormat(range.index)['code-block']) return
    const { files, elsewhere } = picturesIn(pasted.html, location.origin)
    if (files.length > 0) this.quill.uploader.upload(this.quill.getSelection(true), files)
    if (elsewhere > 0) toast.info(elsewhere === 1 ? onePicture : `${elsewhere} pictures ${others}`)
  }

  override onCopy(range: Range) {
    const { ops } = this.quill.getContents(range.index, range.length)
    return { html: toHtml(ops, { baseUrl: location.origin }), text: toMarkdown(ops) }
  }
}

/** Formats all lines except the last, which takes the format of the line into which it is pasted. */
const lines = (text: string, format: Record<string, unknown>): Delta => {
  const out = new Delta()
  for (const [n, line] of text.split('\n').entries()) {
    if (n > 0) out.insert('\n', format)
    if (line) out.insert(line)
  }
  return out
}

const data = /^data:(image\/(?:png|jpeg|webp|gif|avif));base64,([A-Za-z\d+/=\s]+)$/

/** Maximum number of embedded images per paste. */
const most = 20

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return undefined
  }
}

const isElsewhere = (src: string, origin: string): boolean => {
  const address = URL.canParse(src, origin) ? new URL(src, origin) : undefined
  return address !== undefined && /^https?:$/.test(address.protocol) && address.origin !== origin
}

/** Images of a pasted page: embedded ones as files, and the number of those at external URLs. */
const picturesIn = (html: string, origin: string): { files: File[]; elsewhere: number } => {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const files: File[] = []
  let elsewhere = 0
  for (const image of body.querySelectorAll('img')) {
    const src = image.getAttribute('src') ?? ''
    const [, type = '', base64 = ''] = data.exec(src) ?? []
    const bytes = base64 ? bytesOf(base64) : undefined
    const extension = type.slice('image/'.length)
    if (bytes && files.length < most)
      files.push(new File([bytes], `Picture ${files.length + 1}.${extension}`, { type }))
    else if (bytes || isElsewhere(src, origin)) elsewhere++
  }
  return { files, elsewhere }
}
