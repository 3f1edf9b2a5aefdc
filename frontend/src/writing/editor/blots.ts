import { BlockEmbed } from 'quill/blots/block.js'
import Embed from 'quill/blots/embed.js'
import type Scroll from 'quill/blots/scroll.js'
import QuillLink from 'quill/formats/link.js'
import { Delta, tableEmbed } from '#domain/deltas.ts'
import { isLink } from '#domain/text-formats.ts'
import type { TableValue } from '../reading/table-rows.ts'

/** An embed that React fills: the editor is notified when one is added or removed. */
export interface Filled {
  statics: { blotName: string }
  /** The element into which React renders the embed. */
  host: HTMLElement
  content: unknown
}

/** The value of an embed, stored apart from its element: it is structured data, which no attribute holds. */
const values = new WeakMap<Node, unknown>()

const mounting = ({ scroll }: { scroll: unknown }) => scroll as Scroll

abstract class InlineEmbed extends Embed implements Filled {
  declare contentNode: HTMLElement

  static override create(value: unknown) {
    // biome-ignore lint/complexity/noThisInStatic: the called class determines which element is made
    const node = super.create(value) as HTMLElement
    values.set(node, value)
    return node
  }
  static override value = (node: Node) => values.get(node)

  get host() {
    return this.contentNode
  }
  get content() {
    return values.get(this.domNode)
  }
  override attach() {
    super.attach()
    mounting(this).emitMount(this as never)
  }
  override detach() {
    mounting(this).emitUnmount(this as never)
    super.detach()
  }
}

/** A mention of lore or a file. */
export class MentionBlot extends InlineEmbed {
  static override blotName = 'mention'
  static override tagName = 'SPAN'
  static override className = 'll-mention'
}

/** A picture of the campaign, by its id. */
export class ImageBlot extends InlineEmbed {
  static override blotName = 'image'
  static override tagName = 'SPAN'
  static override className = 'll-image'
}

/** A line across the text. */
export class DividerBlot extends Embed {
  static override blotName = 'divider'
  static override tagName = 'SPAN'
  static override className = 'll-divider'
  static override value = () => true
}

/** A position in a cell, which is named by row and column from 1, as in `1:2`: a selection, or the edge at which a key enters. */
type CellPlace = { place: string } & ({ index: number; length: number } | { edge: 'start' | 'end' })

/** A table. Its parts change separately, so that two users can write in two cells concurrently. */
export class TableBlot extends BlockEmbed implements Filled {
  static override blotName = tableEmbed
  static override tagName = 'DIV'
  static override className = 'll-table'
  declare domNode: HTMLElement
  onChange: (() => void) | undefined
  /** Set by the component that fills the table. */
  enter: ((cell: CellPlace) => void) | undefined
  private awaited: CellPlace | undefined

  static override create(value: unknown) {
    // biome-ignore lint/complexity/noThisInStatic: the called class determines which element is made
    const node = super.create() as HTMLElement
    node.contentEditable = 'false'
    values.set(node, value)
    // Each cell has its own editor: keys and pastes in it must not reach the editor of the text.
    for (const type of ['copy', 'cut', 'paste', 'drop', 'beforeinput', 'keydown', 'compositionstart', 'compositionend'])
      node.addEventListener(type, (event) => event.target !== node && event.stopPropagation())
    return node
  }
  static override value = (node: Node) => values.get(node)

  get host() {
    return this.domNode
  }
  get content() {
    return values.get(this.domNode) as TableValue
  }
  /** Called by Quill for each change of this embed, by this or another user. */
  updateContent(change: unknown) {
    const before = new Delta().insert({ [tableEmbed]: this.content })
    const after = before.compose(new Delta().retain({ [tableEmbed]: change as Record<string, unknown> }))
    const insert = after.ops[0]?.insert
    values.set(this.domNode, typeof insert === 'object' ? insert[tableEmbed] : {})
    this.onChange?.()
  }
  /** Moves the focus into a cell, if necessary as soon as React has rendered the table. */
  enterCell(cell: CellPlace) {
    if (this.enter) this.enter(cell)
    else this.awaited = cell
  }
  /** Returns the first index below the table, past the empty line that ends it: that line is hidden unless it is the text's last. */
  indexBelow(): number {
    const below = this.offset(this.scroll) + 1
    return this.next?.length() === 1 && this.next.next ? below + 1 : below
  }
  takeAwaited() {
    const cell = this.awaited
    this.awaited = undefined
    return cell
  }
  override attach() {
    super.attach()
    mounting(this).emitMount(this as never)
  }
  override detach() {
    mounting(this).emitUnmount(this as never)
    super.detach()
  }
}

/** A link. URLs that the server would reject are replaced by `about:blank`. */
export class LinkBlot extends QuillLink {
  static override sanitize = (url: string) => (isLink(url) ? url : 'about:blank')
}
