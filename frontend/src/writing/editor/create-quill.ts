import Quill, { Module, type Range } from 'quill/core.js'
import Blockquote from 'quill/formats/blockquote.js'
import Bold from 'quill/formats/bold.js'
import CodeBlock, { Code } from 'quill/formats/code.js'
import Header from 'quill/formats/header.js'
import Indent from 'quill/formats/indent.js'
import Italic from 'quill/formats/italic.js'
import List from 'quill/formats/list.js'
import Strike from 'quill/formats/strike.js'
import Underline from 'quill/formats/underline.js'
import Uploader from 'quill/modules/uploader.js'
import { tableEmbed } from '#domain/deltas.ts'
import { blockFormats, inlineEmbeds, inlineFormats } from '#domain/text-formats.ts'
import readingClasses from '../reading/rich-text.module.css'
import { DividerBlot, ImageBlot, LinkBlot, MentionBlot, TableBlot } from './blots.ts'
import { OwnClipboard, type WrittenKind } from './clipboard.ts'
import { keepInSight } from './in-sight.ts'
import { quicken } from './long-text.ts'
import { ownSelection } from './own-selection.ts'
import { typed } from './typed-markdown.ts'
import { markTyped } from './typed-marks.ts'

export interface Steps {
  undo(): void
  redo(): void
  endStep(): void
}

/** Replaces Quill's undo history by that of the session, which distinguishes authors. */
class OwnHistory extends Module<{ steps: Steps }> {
  constructor(quill: Quill, options: { steps: Steps }) {
    super(quill, options)
    const act = (name: 'undo' | 'redo') => () => options.steps[name]()
    quill.keyboard.addBinding({ key: 'z', shortKey: true }, act('undo'))
    quill.keyboard.addBinding({ key: ['z', 'Z'], shortKey: true, shiftKey: true }, act('redo'))
    quill.keyboard.addBinding({ key: 'y', shortKey: true }, act('redo'))
    quill.root.addEventListener('beforeinput', (event) => {
      if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return
      event.preventDefault()
      act(event.inputType === 'historyUndo' ? 'undo' : 'redo')()
    })
  }
  cutoff() {
    this.options.steps?.endStep()
  }
  clear() {}
}

/** Handles pasted and dropped files. Quill's own uploader would embed their bytes into the text. */
class OwnUploader extends Uploader {
  declare options: Uploader['options'] & { onFiles: Options['onFiles'] }

  override upload(range: Range, files: FileList | File[]) {
    this.options.onFiles(range, [...files])
  }
}

class Header3 extends Header {
  // The page's own headings are h1 and h2.
  static override tagName = ['H3', 'H4', 'H5']
}

Quill.register(
  {
    'modules/history': OwnHistory,
    'modules/clipboard': OwnClipboard,
    'modules/uploader': OwnUploader,
    'formats/bold': Bold,
    'formats/italic': Italic,
    'formats/underline': Underline,
    'formats/strike': Strike,
    'formats/code': Code,
    'formats/link': LinkBlot,
    'formats/header': Header3,
    'formats/list': List,
    'formats/indent': Indent,
    'formats/blockquote': Blockquote,
    'formats/code-block': CodeBlock,
    'formats/image': ImageBlot,
    'formats/mention': MentionBlot,
    'formats/divider': DividerBlot,
    [`formats/${tableEmbed}`]: TableBlot,
  },
  true,
)

const formatsOf: Record<WrittenKind, string[]> = {
  story: [
    ...Object.keys(inlineFormats),
    ...Object.keys(blockFormats),
    ...['indent', 'image', 'mention', 'divider', tableEmbed],
  ],
  description: [...Object.keys(inlineFormats), 'mention'],
  cell: [...Object.keys(inlineFormats), ...Object.keys(inlineEmbeds)],
}

interface Options {
  kind: WrittenKind
  placeholder: string
  label: string
  steps: Steps
  /** Receives pasted or dropped files with their position. */
  onFiles: (range: Range, files: readonly File[]) => void
}

/** Creates an editor in an element of the page, limited to the formats of this kind of text. */
export const createQuill = (host: HTMLElement, { kind, placeholder, label, steps, onFiles }: Options): Quill => {
  const quill = new Quill(host, {
    formats: formatsOf[kind],
    placeholder,
    modules: {
      history: { steps },
      clipboard: { kind },
      keyboard: { bindings: typed(kind === 'cell' ? 'description' : kind) },
      uploader: { onFiles },
    },
  })
  quicken(quill)
  ownSelection(quill)
  keepInSight(quill)
  markTyped(quill)
  const { root } = quill
  root.classList.add(readingClasses.text ?? '')
  root.setAttribute('data-written', '')
  root.setAttribute('role', 'textbox')
  root.setAttribute('aria-multiline', 'true')
  root.setAttribute('aria-label', label)
  root.setAttribute('aria-keyshortcuts', 'Alt+F10')
  root.setAttribute('dir', 'auto')
  return quill
}
