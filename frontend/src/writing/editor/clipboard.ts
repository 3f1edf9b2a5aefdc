import type { Range } from 'quill/core.js'
import Clipboard from 'quill/modules/clipboard.js'
import { Delta } from '#domain/deltas.ts'
import type { TextKind } from '#domain/text-formats.ts'
import { fromMarkdown } from '#richtext/from-markdown.ts'
import { toHtml } from '#richtext/to-html.ts'
import { toMarkdown } from '#richtext/to-markdown.ts'
import { cleanText } from '../paste/clean-text.ts'
import { fitting, fromHtml, withoutEnd } from '../paste/from-html.ts'
import { looksLikeMarkdown } from '../paste/looks-like-markdown.ts'

/** What comes in by paste is cleaned to the text's formats; what goes out is clean HTML, and Markdown as plain text. */
export class OwnClipboard extends Clipboard {
  declare options: Clipboard['options'] & { kind: TextKind }

  override convert({ html, text }: { html?: string; text?: string }, formats: Record<string, unknown> = {}): Delta {
    const { kind } = this.options
    const words = cleanText(text ?? '')
    if (formats['code-block']) return lines(words, { 'code-block': true })
    if (html) return fromHtml(html, kind, location.origin)
    if (looksLikeMarkdown(words)) return fitting(withoutEnd(new Delta([...fromMarkdown(words)])), kind)
    return fitting(new Delta().insert(words), kind)
  }

  override onCopy(range: Range) {
    const { ops } = this.quill.getContents(range.index, range.length)
    return { html: toHtml(ops, { baseUrl: location.origin }), text: toMarkdown(ops) }
  }
}

/** Lines with a format, but for the last, which is the line's it is pasted in. */
const lines = (text: string, format: Record<string, unknown>): Delta => {
  const out = new Delta()
  for (const [n, line] of text.split('\n').entries()) {
    if (n > 0) out.insert('\n', format)
    if (line) out.insert(line)
  }
  return out
}
