import { MalformedMessage } from '../wire/protobuf.ts'

/**
 * Translates filters from .NET's regular expressions, as EventStoreDB takes them, to JavaScript: `\A`, `\z`, `(?i)`,
 * `$` before a last line break, `\d` and `\w` of every script. Constructs without an equivalent are refused by name.
 */
export interface Translated {
  source: string
  flags: string
  /** True if no text of a thousand characters can take long to match. */
  isQuick: boolean
}

const MAX_PATTERN = 1000
const WORD = '\\p{L}\\p{Mn}\\p{Nd}\\p{Pc}'
const SPACE = '\\f\\n\\r\\t\\v\\x85\\p{Z}'
const END = '(?![\\s\\S])'
const CATEGORY = /^(L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|S[mcko]?|Z[slp]?|C[cfson]?)$/

interface Flags {
  i: boolean
  m: boolean
  n: boolean
  s: boolean
  x: boolean
}

/** Throws a MalformedMessage that names what is not supported. */
export function translate(pattern: string): Translated {
  if (pattern.length > MAX_PATTERN) throw new MalformedMessage(`a filter may be ${MAX_PATTERN} characters long`)
  const leading = /^(?:\(\?[imnsx]+\))+/.exec(pattern)?.[0] ?? ''
  const flags = withFlags({ i: false, m: false, n: false, s: false, x: false }, leading.replace(/[^a-z]/g, ''), '')
  const source = translated(pattern, leading.length, flags)
  return { source, flags: flags.i ? 'iv' : 'v', isQuick: isQuick(pattern.slice(leading.length)) }
}

const refused = (what: string) => new MalformedMessage(`the filter has ${what}, which is not supported here`)

const withFlags = (flags: Flags, on: string, off: string): Flags => {
  const next = { ...flags }
  for (const flag of on) next[flag as keyof Flags] = true
  for (const flag of off) next[flag as keyof Flags] = false
  return next
}

function translated(pattern: string, start: number, first: Flags): string {
  let out = ''
  let flags = first
  const outer: Flags[] = []
  for (let at = start; at < pattern.length; ) {
    const char = pattern[at] as string
    if (char === '\\') {
      const [text, next] = escaped(pattern, at, false)
      out += text
      at = next
    } else if (char === '[') {
      const [text, next] = bracketed(pattern, at)
      out += text
      at = next
    } else if (char === '(') {
      outer.push(flags)
      const group = opened(pattern.slice(at), flags)
      out += group.text
      flags = group.flags
      at += group.length
      if (group.isComment) flags = outer.pop() as Flags
    } else {
      if (char === ')') flags = outer.pop() ?? flags
      if (flags.x && char === '#') at = (pattern.indexOf('\n', at) + 1 || pattern.length + 1) - 1
      else if (!(flags.x && /\s/.test(char))) out += plain(pattern, at, flags)
      at++
    }
  }
  return out
}

/** Translates a literal or special character outside of brackets. */
function plain(pattern: string, at: number, { m, s }: Flags): string {
  const char = pattern[at] as string
  if (char === '^') return m ? '(?<![^\\n])' : '^'
  if (char === '$') return m ? '(?![^\\n])' : `(?=\\n?${END})`
  if (char === '.') return s ? '[\\s\\S]' : '[^\\n]'
  if (char === '{') return /^\{\d+(,\d*)?\}/.test(pattern.slice(at)) ? char : '\\{'
  if (char === '}') return /\{\d+(,\d*)?$/.test(pattern.slice(0, at)) ? char : '\\}'
  return ']/'.includes(char) ? `\\${char}` : char
}

function opened(rest: string, flags: Flags): { text: string; flags: Flags; length: number; isComment?: boolean } {
  const taken = (length: number, text: string, inside = flags) => ({ text, flags: inside, length })
  if (rest[1] !== '?') return taken(1, '(?:')
  const group = /^\(\?(?::|=|!|<=|<!)/.exec(rest)?.[0]
  if (group) return taken(group.length, group)
  const named = /^\(\?(?:<(\w+)>|'(\w+)')/.exec(rest)?.[0]
  if (named) return taken(named.length, '(?:')
  const comment = /^\(\?#[^)]*\)/.exec(rest)?.[0]
  if (comment) return { ...taken(comment.length, ''), isComment: true }
  const [whole = '', on = '', off = ''] = /^\(\?([imnsx]*)(?:-([imnsx]+))?:/.exec(rest) ?? []
  if (whole) {
    const changed = `${on.includes('i') ? 'i' : ''}${off.includes('i') ? '-i' : ''}`
    return taken(whole.length, `(?${changed}:`, withFlags(flags, on, off))
  }
  if (rest.startsWith('(?>')) throw refused('an atomic group (?>…)')
  if (rest.startsWith('(?(')) throw refused('a condition (?(…)…)')
  if (/^\(\?['<]\w*-/.test(rest)) throw refused('a balancing group (?<a-b>…)')
  if (/^\(\?[imnsx-]+\)/.test(rest)) throw refused('options (?…) after its beginning')
  throw refused(`a group that begins with ${rest.slice(0, 4)}`)
}

/** Translates an escape sequence; some differ within brackets. Returns the end index too. */
function escaped(pattern: string, at: number, within: boolean): [text: string, next: number] {
  const char = pattern[at + 1]
  const next = at + 2
  if (char === undefined) throw new MalformedMessage('the filter ends with a backslash')
  const anchors: Record<string, string> = {
    A: '(?<![\\s\\S])',
    z: END,
    Z: `(?=\\n?${END})`,
    b: `(?:(?<=[${WORD}])(?![${WORD}])|(?<![${WORD}])(?=[${WORD}]))`,
    B: `(?:(?<=[${WORD}])(?=[${WORD}])|(?<![${WORD}])(?![${WORD}]))`,
  }
  if (!within && anchors[char]) return [anchors[char], next]
  const classes: Record<string, string> = {
    d: '\\p{Nd}',
    D: '\\P{Nd}',
    w: `[${WORD}]`,
    W: `[^${WORD}]`,
    s: `[${SPACE}]`,
    S: `[^${SPACE}]`,
    a: '\\x07',
    e: '\\x1b',
    b: '\\x08',
  }
  if (classes[char]) return [classes[char], next]
  if ('tnrfv'.includes(char)) return [`\\${char}`, next]
  const code = /^(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|c[A-Za-z])/.exec(pattern.slice(at + 1))?.[0]
  if (code) return [`\\${code}`, at + 1 + code.length]
  const [property = '', name = ''] = /^[pP]\{(\w+)\}/.exec(pattern.slice(at + 1)) ?? []
  if (CATEGORY.test(name)) return [`\\${property}`, at + 1 + property.length]
  if (property) throw refused(`\\${property}`)
  if (/[1-9k]/.test(char)) throw refused(`a back-reference \\${char}`)
  if (/[0-9A-Za-z_]/.test(char)) throw refused(`\\${char}`)
  return [literal(char), next]
}

/** Escapes a literal character, except for letters and digits and those beyond ASCII. */
const literal = (char: string) =>
  /[0-9A-Za-z]/.test(char) || char.charCodeAt(0) > 127 ? char : `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`

/** Translates `[…]`, with .NET's subtraction `-[…]`. Returns the end index too. */
function bracketed(pattern: string, start: number): [text: string, next: number] {
  let at = start + 1
  const negated = pattern[at] === '^'
  if (negated) at++
  let inside = ''
  let without = ''
  for (let first = true; first || pattern[at] !== ']'; first = false) {
    if (at >= pattern.length) throw new MalformedMessage('the filter has a bracket that is not closed')
    if (pattern[at] === '-' && pattern[at + 1] === '[' && !first) {
      const [text, next] = bracketed(pattern, at + 1)
      if (pattern[next] !== ']') throw refused('brackets within brackets')
      without = text
      at = next
      break
    }
    const [from, afterFrom] = member(pattern, at)
    const isRange = pattern[afterFrom] === '-' && !['[', ']', undefined].includes(pattern[afterFrom + 1])
    const [to, next] = isRange ? member(pattern, afterFrom + 1) : ['', afterFrom]
    inside += isRange ? `${from}-${to}` : from
    at = next
  }
  const whole = `[${negated ? '^' : ''}${inside}]`
  return [without ? `[${whole}--${without}]` : whole, at + 1]
}

const member = (pattern: string, at: number): [text: string, next: number] =>
  pattern[at] === '\\' ? escaped(pattern, at, true) : [literal(pattern[at] as string), at + 1]

/**
 * True if a pattern cannot backtrack for ever, which takes a repeated part that matches the same text in several ways. Quick patterns
 * repeat single characters only, with one quantifier (two if anchored at the text's beginning) and at most four optional characters.
 */
function isQuick(pattern: string): boolean {
  const bare = pattern.replace(/\\./g, 'c').replace(/\[\^?\]?[^\]]*\]/g, 'c')
  if (/\)[*+?{]/.test(bare)) return false
  const repeats = bare.match(/[*+]|\{\d+,?\d*\}/g)?.length ?? 0
  const options = bare.match(/[^*+?}(]\?/g)?.length ?? 0
  const isAnchored = /^(\^|\\A)/.test(pattern) && !bare.includes('|')
  return repeats <= (isAnchored ? 2 : 1) && options <= 4
}
