/** Aspects of a subject. */
export type Aspect =
  | 'opening'
  | 'look'
  | 'manner'
  | 'past'
  | 'want'
  | 'secret'
  | 'ties'
  | 'things'
  | 'place'
  | 'people'
  | 'power'
  | 'rite'
  | 'trouble'
  | 'rumour'
  | 'hook'
  | 'stakes'

/** A kind of subject. Frames are whole sentences with slots, which `cast.ts` fills. */
export interface Kind {
  /** Words that request this kind. */
  called: RegExp
  isPerson?: true
  names: readonly string[]
  /** The order of aspects in a whole text. */
  order: readonly Aspect[]
  frames: Partial<Record<Aspect, readonly string[]>>
}

export const lines = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
