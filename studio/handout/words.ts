/** What is to be written on a handout: only what the prompt puts between quotation marks, names, or says of a reward. */
export interface Written {
  /** Between quotation marks, in their order. */
  quoted: string[]
  /** Whom it is about: "named Black Tam", "of Mira Holt", "for Old Hob". */
  name: string | null
  /** Who wrote it: "from Aunt Petra", "signed Aldous". */
  from: string | null
  /** "500 gold crowns" */
  reward: string | null
}

const most = 700
const proper = String.raw`(\p{Lu}[\p{L}\p{M}'’-]*(?:\s+(?:(?:of|the|de|von|van|al)\s+)*\p{Lu}[\p{L}\p{M}'’-]*){0,4})`
const after = (words: string) => new RegExp(String.raw`(?:^|[^\p{L}])(?:${words})\s+(?:the\s+)?${proper}`, 'u')
const named = after('[Nn]amed|[Cc]alled')
const about = after('[Oo]f|[Ff]or|[Oo]n|[Tt]o|WANTED:?|[Ww]anted:?')
const signed = after('[Ff]rom|[Ss]igned(?: by)?|[Bb]y')
const coins =
  'gold|silver|copper|platinum|gp|sp|cp|pp|crowns?|ducats?|marks?|florins?|coins?|pieces?|guilders?|sovereigns?|shillings?'
const sum = new RegExp(String.raw`\d[\d,.’' ]{0,12}\s*(?:${coins})(?:\s+(?:${coins}))?`, 'iu')

/** Control characters and what no font here has are left out, and no line is endless. */
const clean = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\p{Script=Latin}\p{M}\p{N}\p{P}\p{Zs}\n+=$£€]/gu, '')
    .replace(/[ \t]+/g, ' ')
    .trim()
    .slice(0, most)

const first = (prompt: string, pattern: RegExp): string | null => clean(pattern.exec(prompt)?.[1] ?? '') || null

export const writtenOn = (prompt: string): Written => {
  const quoted = [...prompt.matchAll(/"([^"]+)"|“([^“”]+)”|«([^«»]+)»|„([^„“”]+)[“”]/gu)]
    .map((match) => clean(match.slice(1).find(Boolean) ?? ''))
    .filter((text) => text !== '')
  const rest = prompt.replace(/"[^"]+"|“[^“”]+”|«[^«»]+»|„[^„“”]+[“”]/gu, ' , ')
  return {
    quoted,
    name: first(rest, named) ?? first(rest, about),
    from: first(rest, signed),
    reward: clean(sum.exec(rest)?.[0] ?? '') || null,
  }
}

/** The prompt without what is lettered: of "Black Tam, 500 gold crowns" nothing is black or crowned. */
export const unwritten = (prompt: string): string => {
  const { name, from, reward } = writtenOn(prompt)
  const bare = prompt.replace(/"[^"]+"|“[^“”]+”|«[^«»]+»|„[^„“”]+[“”]/gu, ' , ')
  return [name, from, reward].reduce<string>((text, part) => (part ? text.replace(part, ' , ') : text), bare)
}
