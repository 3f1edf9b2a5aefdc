import { inked, letter } from '../lettering.ts'
import { seal } from './seal.ts'
import { ink, type Sheet } from './sheet.ts'

const bodies = [
  'By the time this reaches you I shall be on the road. Ask nothing at the ferry, and pay no heed to what they say of me at the market. What you are looking for lies where we left it.\n\nTrust the one who gives you this, and nobody else. Burn it when you have read it.',
  'I write in haste, for the tide will not wait. The matter of which we spoke is settled, though not as either of us would have wished. Say nothing of it to your brother.\n\nIf I have not returned by the first frost, open the small box.',
  'You asked me for the truth, and you shall have it, though it does me little honour. I was there that night. I saw the light in the upper window, and I did not go in.\n\nForgive me, if you can. I have kept the key.',
]

export const letterSheet: Sheet = (stage, { half, long }, { quoted, name, from }) => {
  const { pen } = stage
  const next = stage.chance('letter')
  const wide = half * 1.56
  const left = -half * 0.78
  const text = quoted.length ? quoted.join('\n\n') : next.pick(bodies)
  const own = quoted.length > 0
  inked(stage, pen, 0.3, (sheet) => {
    const style = { face: 'Hand' as const, x: left, align: 'left' as const, colour: ink, waver: 1, bold: 0.012 }
    let y = -long * 0.84
    const to = name ?? (own ? null : 'friend')
    if (to)
      y =
        letter(stage, sheet, name ? `To ${name},` : 'My dear friend,', { ...style, size: half * 0.17, y, wide }) +
        half * 0.06
    y = letter(stage, sheet, text, {
      ...style,
      size: half * 0.155,
      y,
      wide,
      tall: long * (to ? 1.12 : 1.24),
      leading: 1.18,
    })
    const sign = from ?? (own ? null : next.pick(['A.', 'M.', 'Your servant, E.']))
    if (sign)
      letter(stage, sheet, sign, {
        ...style,
        size: half * 0.19,
        x: half * 0.05,
        y: Math.min(y + half * 0.08, long * 0.62),
        wide: half * 0.86,
        tall: half * 0.25,
      })
  })
  if (stage.may('seal')) seal(stage, half * 0.52, long * 0.78, half * 0.15)
}
