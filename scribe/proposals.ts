/** A change of the campaign that a message requests, with names as the message writes them. */
export type RequestedChange =
  | { kind: 'entry'; name: string; text: string; tags: string[]; template: string | null }
  | { kind: 'section'; entry: string; title: string; text: string }
  | { kind: 'relationship'; from: string; to: string; comment: string }
  | { kind: 'tags'; entry: string; tags: string[] }

const longest = 2_000
const politely =
  /^\W*(?:(?:hi|hello|hey)\s+weavy\W+|weavy\W+)?(?:please\s+)?(?:(?:can|could|would|will)\s+you\s+)?(?:please\s+)?/i
const make = '(?:create|add|make|write|draft|propose|start)'
const entryWord = String.raw`(?:lore(?:\s+entry)?|entry|page|article|character|npc|person|place|location|tavern|inn|town|village|city|quest|item|faction|guild|deity|god|monster|creature|ship)`
const newEntry = new RegExp(
  String.raw`^${make}\s+(?:me\s+)?(?:an?\s+|the\s+|some\s+)?(?:new\s+)?(${entryWord})\s+(?:(?:about|for|on|called|named|of)\s+|[:“"])(.+)$`,
  'is',
)
const fromTemplate = new RegExp(
  String.raw`^${make}\s+(?:an?\s+)?(?:new\s+)?(?:(?:lore\s+)?(?:entry|page)\s+)?(?:from|with|using|by)\s+(?:the\s+|my\s+)?template\s+[“"]?(.+?)[”"]?\s+(?:called|named|for|about)\s+(.+)$`,
  'is',
)
const fromNamedTemplate = new RegExp(
  String.raw`^${make}\s+(?:an?\s+)?(?:new\s+)?(?:(?:lore\s+)?(?:entry|page)\s+)?(?:from|with|using|by)\s+(?:the\s+|my\s+)?[“"]?(.+?)[”"]?\s+template\s+(?:called|named|for|about)\s+(.+)$`,
  'is',
)
const newSection = new RegExp(
  String.raw`^${make}\s+(?:an?\s+|the\s+)?(?:new\s+)?section\s+(?:(?:called|titled|named|about|on)\s+)?(.+?)\s+(?:to|for|on)\s+([^:\n]+?)(?:\s*:\s*(.+))?$`,
  'is',
)
const tagWith = /^tag\s+(.+?)\s+(?:with|as)\s+(?:the\s+tags?\s+)?(.+)$/is
const addTags = /^(?:add|put)\s+(?:the\s+|a\s+)?tags?\s+(.+?)\s+(?:to|on)\s+(.+)$/is
const relate = /^(?:relate|link|connect)\s+(.+?)\s+(?:to|with|and)\s+(.+?)(?:\s+(?:as|by|because|:)\s+(.+))?$/is
const isOf =
  /^(?:note\s+that\s+|add\s+that\s+|record\s+that\s+)?([^.?!\n]{1,120}?)\s+(is|was|are)\s+((?:the|an?)\s+[^.?!\n]{1,60}?\s+(?:of|to|in|at))\s+([^.?!\n]{1,120})[.!]?$/is
const isOnes =
  /^(?:note\s+that\s+|add\s+that\s+|record\s+that\s+)?([^.?!\n]{1,120}?)\s+(?:is|was)\s+([^.?!\n]{1,120}?)['’]s?\s+([\p{L} -]{2,60})[.!]?$/isu
const questionWord = /^(?:who|whom|whose|what|where|when|why|how|which|is|are|was|were|does|do|did|has|have|there)\b/i

const unquoted = (text: string): string =>
  text
    .trim()
    .replace(/^[“”"'‘’]+|[“”"'‘’.!,;]+$/gu, '')
    .trim()
const listOf = (text: string): string[] =>
  text
    .replace(/[.!]+$/, '')
    .split(/\s*,\s*(?:and\s+)?|\s+and\s+|\s*;\s*/i)
    .map((tag) => unquoted(tag).replace(/^#/, ''))
    .filter(Boolean)

const capitalised = (text: string): string => (text[0] ?? '').toUpperCase() + text.slice(1)
const tagged = /[\s,;.]+(?:and\s+)?(?:tagged|with\s+the\s+tags?)\s+(.+)$/is

/** The name of a new entry, its description and its tags: `the Blue Heron, a smoky tavern, tagged inn`. */
const describedName = (text: string) => {
  const tags = tagged.exec(text)
  const rest = tags ? text.slice(0, tags.index) : text
  const quoted = /^[“"]([^”"]+)[”"]\s*[,:–—-]?\s*(.*)$/su.exec(rest.trim())
  const [, name = rest, more = ''] =
    quoted ?? /^(.+?)(?:\s*[,:;]\s*|\s+[–—-]\s+|\.\s+|\s+(?=(?:who|whose|which|where)\s))(.*)$/su.exec(rest) ?? []
  return {
    name: capitalised(unquoted(name).replace(/^an?\s+/i, '')),
    text: unquoted(more),
    tags: tags ? listOf(tags[1] ?? '') : [],
  }
}

const entryIn = (text: string): RequestedChange | undefined => {
  const [, template, named] = fromTemplate.exec(text) ?? fromNamedTemplate.exec(text) ?? []
  if (template && named) return { kind: 'entry', ...describedName(named), template: unquoted(template) }
  const [, , rest] = newEntry.exec(text) ?? []
  if (!rest) return undefined
  const entry = describedName(rest)
  return entry.name === '' ? undefined : { kind: 'entry', ...entry, template: null }
}

const tagsIn = (text: string): RequestedChange | undefined => {
  const [, entry, tags] = tagWith.exec(text) ?? []
  const [, otherTags, otherEntry] = addTags.exec(text) ?? []
  const [name, list] = [entry ?? otherEntry, listOf(tags ?? otherTags ?? '')]
  return name && list.length > 0 ? { kind: 'tags', entry: unquoted(name), tags: list } : undefined
}

const sectionIn = (text: string): RequestedChange | undefined => {
  const [, title, entry, more = ''] = newSection.exec(text) ?? []
  return title && entry
    ? { kind: 'section', entry: unquoted(entry), title: capitalised(unquoted(title)), text: more.trim() }
    : undefined
}

const relationshipIn = (text: string): RequestedChange | undefined => {
  const [, one, other, as = ''] = relate.exec(text) ?? []
  if (one && other) return { kind: 'relationship', from: unquoted(one), to: unquoted(other), comment: unquoted(as) }
  if (questionWord.test(text)) return undefined
  const [, from, verb = 'is', role, to] = isOf.exec(text) ?? []
  if (from && role && to)
    return { kind: 'relationship', from: unquoted(from), to: unquoted(to), comment: `${verb.toLowerCase()} ${role}` }
  const [, someone, owner, what] = isOnes.exec(text) ?? []
  return someone && owner && what
    ? { kind: 'relationship', from: unquoted(someone), to: unquoted(owner), comment: `is the ${unquoted(what)} of` }
    : undefined
}

/** Returns the change that a message requests in plain words; undefined for questions and all other messages. */
export const requestedChange = (message: string): RequestedChange | undefined => {
  const text = message.trim().replace(politely, '').trim()
  if (text.length > longest || /\?["”']?$/.test(text)) return undefined
  return sectionIn(text) ?? tagsIn(text) ?? entryIn(text) ?? relationshipIn(text)
}
