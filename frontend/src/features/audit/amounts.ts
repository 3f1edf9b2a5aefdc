import type { EntryKind, Figure } from '#domain/ledger-answers.ts'
import type { BadgeColour } from '../../ui/Badge.tsx'

/** Formats a whole number, as on all audit screens: '1,211', '−25'. */
export const count = (value: number): string => value.toLocaleString('en').replace('-', '−')

/** Formats income with a plus and expenses with a minus; holds and releases have no sign. */
export const signed = ({ kind, credits }: { kind: EntryKind; credits: number }): string =>
  kind === 'hold' || kind === 'release' || credits <= 0 ? count(credits) : `+${count(credits)}`

const figureSigns: Record<Figure, string> = {
  granted: '+',
  givenBack: '+',
  captured: '−',
  takenBack: '−',
  settled: '−',
  removed: '−',
  held: '',
  released: '',
}

/** A sum with the sign that its entries have in the ledger. */
export const signedFigure = (figure: Figure, credits: number): string =>
  credits === 0 ? '0' : `${figureSigns[figure]}${count(credits)}`

export const kinds: Record<EntryKind, { word: string; colour: BadgeColour }> = {
  grant: { word: 'Grant', colour: 'lichen' },
  purchase: { word: 'Purchase', colour: 'lichen' },
  'admin-grant': { word: 'Admin grant', colour: 'lichen' },
  hold: { word: 'Hold', colour: 'woad' },
  capture: { word: 'Capture', colour: 'copper' },
  release: { word: 'Release', colour: 'verdigris' },
  'take-back': { word: 'Taken back', colour: 'madder' },
  settlement: { word: 'Settlement', colour: 'copper' },
  'give-back': { word: 'Given back', colour: 'lichen' },
  removal: { word: 'Removed', colour: 'madder' },
}

/** '1 credit', '32 credits' */
export const creditsOf = (credits: number): string =>
  `${count(credits)} ${Math.abs(credits) === 1 ? 'credit' : 'credits'}`

/** Shortens a hash or a provider's id to both of its ends, which are enough to compare it by eye. */
export const bothEnds = (id: string, head = 4, tail = 4): string =>
  id.length <= head + tail + 1 ? id : `${id.slice(0, head)}…${id.slice(-tail)}`
