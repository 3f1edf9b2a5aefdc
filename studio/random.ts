/** Seeded randomness. Every part of a picture draws from its own stream, so removing the birds does not move the mountains. */

/** FNV-1a with a final mix: 32 bits, unsigned. */
export const hash32 = (text: string): number => {
  let h = 2166136261
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619)
  h = Math.imul(h ^ (h >>> 16), 2246822507)
  h = Math.imul(h ^ (h >>> 13), 3266489909)
  return (h ^ (h >>> 16)) >>> 0
}

export interface Random {
  /** In [0, 1). */
  (): number
  between(low: number, high: number): number
  /** A whole number in [low, high], both included. */
  int(low: number, high: number): number
  chance(probability: number): boolean
  pick<T>(choices: readonly T[]): T
  /** A number around 0 with a standard deviation of about 0.7, between -3 and 3. */
  bell(): number
}

/** A stream of numbers (mulberry32) that depends on the seed and the label alone. */
export const random = (seed: number, label: string): Random => {
  let state = (seed ^ hash32(label)) | 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  return Object.assign(next, {
    between: (low: number, high: number) => low + (high - low) * next(),
    int: (low: number, high: number) => low + Math.floor((high - low + 1) * next()),
    chance: (probability: number) => next() < probability,
    pick: <T>(choices: readonly T[]): T => choices[Math.floor(next() * choices.length)] as T,
    bell: () => next() + next() + next() + next() + next() + next() - 3,
  })
}
