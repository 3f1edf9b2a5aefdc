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
  /** Where it is filled in. */
  host: HTMLElement
  content: unknown
}

/** The value of an embed, stored apart from its element: it is structured data, which no attribute holds. */
const values = new WeakMap<Node, unknown>()

const mounting = ({ scroll }: { scroll: unknown }) => scroll as Scroll

abstract class InlineEmbed extends Embed implements Filled {
  declare contentNode: HTMLElement

  static override create(value: unknown) {
    // biome-ignore lint/complexity/noThisInStatic: which element is made depends on the class that is asked
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

/** Names lore or a file. */
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

/** A place in a cell of a table, which is named by row and column, from 1, as in `1:2`: a selection, or an edge that a key leads to. */
type CellPlace = { place: string } & ({ index: number; length: number } | { edge: 'start' | 'end' })

/** A table, changed in its parts: two people write in two cells of it at once. */
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
    // biome-ignore lint/complexity/noThisInStatic: which element is made depends on the class that is asked
    const node = super.create() as HTMLElement
    node.contentEditable = 'false'
    values.set(node, value)
    // A cell has an editor of its own: what is pressed and pasted there is not the text's.
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
  /** Quill calls it for each change of this embed, one's own and others'. */
  updateContent(change: unknown) {
    const before = new Delta().insert({ [tableEmbed]: this.content })
    const after = before.compose(new Delta().retain({ [tableEmbed]: change as Record<string, unknown> }))
    const insert = after.ops[0]?.insert
    values.set(this.domNode, typeof insert === 'object' ? insert[tableEmbed] : {})
    this.onChange?.()
  }
  /** Moves the focus into a cell; in a table that is not filled yet, once it is. */
  enterCell(cell: CellPlace) {
    if (this.enter) this.enter(cell)
    else this.awaited = cell
  }
  /** The first place below the table. The line that ends a table is hidden while it is empty. */
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

/** Leads where the server's list lets it lead, or nowhere. */
export class LinkBlot extends QuillLink {
  static override sanitize = (url: string) => (isLink(url) ? url : 'about:blank')
}
