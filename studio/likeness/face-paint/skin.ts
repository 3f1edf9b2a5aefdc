import { css, hex, mix } from '../../colour.ts'
import { blurred, both, type Face, stroke } from './canvas.ts'

/** Draws wrinkles, stubble and freckles. */
export const skin = ({ pen, sitter, stage, line }: Face): void => {
  const next = stage.chance('skin')
  const fold = mix(sitter.skin, mix(line, hex('#6a2a20'), 0.4), 0.62)
  if (sitter.old)
    both(pen, () => {
      for (const [d, width] of [
        ['M.064 .168C.1 .2 .112 .24 .112 .29', 0.009],
        ['M.198 -.004Q.226 -.014 .25 -.03', 0.005],
        ['M.2 .012Q.228 .012 .254 .008', 0.005],
        ['M.197 .024Q.222 .034 .244 .044', 0.005],
        ['M0 -.19Q.07 -.21 .15 -.186', 0.006],
        ['M0 -.235Q.08 -.255 .17 -.228', 0.005],
        ['M0 -.278Q.06 -.292 .13 -.276', 0.004],
        ['M.016 -.06L.022 -.11', 0.006],
        ['M.13 .27Q.15 .33 .132 .38', 0.006],
      ] as const)
        blurred(pen, 0.0026, () => stroke(pen, d, width, fold, 0.75))
    })
  if (sitter.stubble)
    for (let i = 0; i < 1500; i++) {
      const a = next.between(-1.25, 1.25)
      const r = next.between(0.75, 1.12)
      const x = Math.sin(a) * 0.24 * r
      const y = 0.14 + Math.cos(a) * 0.3 * r
      if (Math.abs(x) < 0.1 && y > 0.235 && y < 0.32 && next.chance(0.8)) continue
      pen.fillStyle = css(mix(sitter.hair, line, 0.4), 0.32)
      pen.fillRect(x, y, 0.0034, 0.007)
    }
  if (sitter.freckles)
    for (let i = 0; i < 70; i++) {
      pen.fillStyle = css(mix(sitter.skin, hex('#8a4420'), 0.6), next.between(0.25, 0.6))
      pen.beginPath()
      pen.arc(next.bell() * 0.1, 0.085 + next.bell() * 0.025, next.between(0.003, 0.006), 0, 7)
      pen.fill()
    }
}
