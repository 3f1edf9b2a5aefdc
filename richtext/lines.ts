import { type Attributes, type Op, type Ops, tableEmbed } from '#domain/deltas.ts'

/** A line of a text: its words and embeds, and the formats of its newline. */
export interface Line {
  parts: Op[]
  formats: Attributes
  /** The value of the table, if the line is a table. */
  table?: unknown
}

export const linesOf = (ops: Ops): Line[] => {
  const lines: Line[] = []
  let parts: Op[] = []
  const end = (formats: Attributes) => {
    const [first] = parts
    const table = typeof first?.insert === 'object' ? first.insert[tableEmbed] : undefined
    lines.push({ parts, formats, ...(table === undefined ? {} : { table }) })
    parts = []
  }
  for (const op of ops) {
    if (typeof op.insert !== 'string') {
      parts.push(op)
      continue
    }
    const pieces = op.insert.split('\n')
    for (const [n, insert] of pieces.entries()) {
      if (insert !== '') parts.push({ ...op, insert })
      if (n < pieces.length - 1) end(op.attributes ?? {})
    }
  }
  if (parts.length > 0) end({})
  return lines
}

/** Returns the name and the value of an embed; undefined for text. */
export const embedOf = ({ insert }: Op): { kind: string; value: unknown } | undefined => {
  const [entry] = typeof insert === 'object' ? Object.entries(insert) : []
  return entry && { kind: entry[0], value: entry[1] }
}

/** Addresses of mentioned items within this installation, by which parsed Markdown recognises them. */
export const addressOf = {
  lore: (id: string) => `/lore/view/${id}`,
  file: (id: string) => `/files/${id}`,
  image: (id: string) => `/images/${id}`,
}

/** Addresses of the items in a text. Without an address, a mention is rendered as its words, and a picture is omitted. */
export interface Addresses {
  mention(kind: 'lore' | 'file', id: string): string | undefined
  picture(id: string): string | undefined
}
/** Addresses within this installation. */
export const installed: Addresses = { mention: (kind, id) => addressOf[kind](id), picture: addressOf.image }

const address = /^\/(lore\/view|files|images)\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/
/** Returns the item to which one of these addresses refers; undefined for other addresses. */
export const thingAt = (href: string): { kind: 'lore' | 'file' | 'image'; id: string } | undefined => {
  const [, where = '', id = ''] = address.exec(href) ?? []
  const kind = ({ 'lore/view': 'lore', files: 'file', images: 'image' } as const)[where]
  return kind && { kind, id }
}
