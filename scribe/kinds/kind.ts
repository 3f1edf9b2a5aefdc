/** What can be told of a thing. */
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

/** A kind of thing that can be written of. Frames are whole sentences with slots, told as `cast.ts` fills them. */
export interface Kind {
  /** Words by which it is asked for. */
  called: RegExp
  isPerson?: true
  names: readonly string[]
  /** In which a whole piece tells of it. */
  order: readonly Aspect[]
  tells: Partial<Record<Aspect, readonly string[]>>
}

export const lines = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
