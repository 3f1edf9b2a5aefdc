import type { Idea } from '../lexicon.ts'

/** Divisions and ordinaries as paths over the box from -1 to 1 that a shield fills; the shield clips them. */

const bars = Array.from({ length: 3 }, (_, i) => `M-1.2 ${-0.62 + i * 0.56}H1.2V${-0.36 + i * 0.56}H-1.2Z`).join('')
const chequer = Array.from({ length: 64 }, (_, i) => [i % 8, Math.floor(i / 8)] as const)
  .filter(([x, y]) => (x + y) % 2 === 0)
  .map(([x, y]) => `M${-1 + x * 0.25} ${-1 + y * 0.25}h.25v.25h-.25Z`)
  .join('')
const lozenges = Array.from({ length: 45 }, (_, i) => {
  const x = -0.96 + (i % 5) * 0.48
  const y = -1 + Math.floor(i / 5) * 0.3
  return `M${x} ${y - 0.15}L${x + 0.12} ${y}L${x} ${y + 0.15}L${x - 0.12} ${y}Z`
}).join('')
const gyrons = Array.from({ length: 4 }, (_, i) => {
  const a = (i / 4) * Math.PI * 2
  const b = a + Math.PI / 4
  return `M0 0L${Math.cos(a) * 2} ${Math.sin(a) * 2}L${Math.cos(b) * 2} ${Math.sin(b) * 2}Z`
}).join('')
const waves = [0.08, 0.46]
  .map(
    (y) =>
      `M-1.2 ${y}C-1 ${y - 0.2} -.8 ${y - 0.2} -.6 ${y}S-.2 ${y + 0.2} 0 ${y}S.4 ${y - 0.2} .6 ${y}S1 ${y + 0.2} 1.2 ${y}V${y + 0.18}C1 ${y + 0.38} .8 ${y + 0.38} .6 ${y + 0.18}S.2 ${y - 0.02} 0 ${y + 0.18}S-.4 ${y + 0.38} -.6 ${y + 0.18}S-1 ${y - 0.02} -1.2 ${y + 0.18}Z`,
  )
  .join('')

export const fields: Record<Idea<'division'>, string> = {
  plain: '',
  pale: 'M0 -1.2H1.2V1.2H0Z',
  fess: 'M-1.2 0H1.2V1.2H-1.2Z',
  bend: 'M-1.2 -1.1L1 1.2H-1.2Z',
  chevron: 'M-1.2 1.2V.5L0 -.25L1.2 .5V1.2Z',
  quarterly: 'M0 -1.2H1.2V0H0ZM-1.2 0H0V1.2H-1.2Z',
  saltire: 'M-1 -1L0 0L-1 1ZM1 -1L0 0L1 1Z',
  cross: '',
  chief: '',
  bordure: '',
  barry: bars,
  chequy: chequer,
  lozengy: lozenges,
  gyronny: gyrons,
  wavy: waves,
  pile: '',
}

export const ordinaries = {
  bend: 'M-1 -1.14L-.62 -1.2L1.1 .62L.9 1Z',
  chevron: 'M-1.1 .62L0 -.22L1.1 .62V.98L0 .16L-1.1 .98Z',
  fess: 'M-1.2 -.24H1.2V.2H-1.2Z',
  cross: 'M-.15 -1.2H.15V-.24H1.2V.08H.15V1.2H-.15V.08H-1.2V-.24H-.15Z',
  saltire: 'M-.96 -1L-.76 -1.14L0 -.24L.76 -1.14L.96 -1L.16 -.06L.96 .9L.76 1.04L0 .12L-.76 1.04L-.96 .9L-.16 -.06Z',
  chief: 'M-1.2 -1.2H1.2V-.44H-1.2Z',
  bordure:
    'M-1.2 -1.2H1.2V1.2H-1.2ZM-.58 -.7C-.36 -.66 -.18 -.7 0 -.78C.18 -.7 .36 -.66 .58 -.7C.64 -.3 .66 .06 .5 .34C.36 .56 .16 .68 0 .82C-.16 .68 -.36 .56 -.5 .34C-.66 .06 -.64 -.3 -.58 -.7Z',
  pile: 'M-.62 -1.2H.62L0 .7Z',
} satisfies Partial<Record<Idea<'division'>, string>>
