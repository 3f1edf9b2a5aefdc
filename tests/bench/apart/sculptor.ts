import fs from 'node:fs/promises'
import { reportOn } from '../../../backend/providers/models/report.ts'
import { sculptPicture } from '../../../studio/figure/pictured.ts'
import { photograph } from '../../../studio/figure/preview.ts'
import { sculptFigure } from '../../../studio/figure/sculpt.ts'
import { openEdges, restingArea, thinShare, volumeOf } from '../../studio/mesh-checks.ts'
import { answer } from '../lib/apart.ts'

interface Wanted {
  prompt?: string
  /** A file of a picture, and what it becomes. */
  picture?: string
  as?: 'relief' | 'figure' | 'terrain'
  /** Larger triangles, for a smoke run. */
  isCoarse: boolean
}

const thinnest = 1.1

const seconds = (since: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1e6
}

const duties = {
  /** One model, with its preview, in a process that has made none before. */
  async make({ prompt, picture, as = 'relief', isCoarse }: Wanted) {
    const since = process.cpuUsage()
    const common = { seed: 7, height: 28 }
    const cast =
      prompt !== undefined
        ? await sculptFigure({ ...common, prompt, isBust: false, ...(isCoarse && { edge: 1.2 }) })
        : await sculptPicture({
            ...common,
            image: await fs.readFile(picture ?? ''),
            as,
            ...(isCoarse && { detail: 60 }),
          })
    if (!cast) throw new Error(`Nothing was made of ${prompt ?? picture}`)
    await photograph(cast, 'Benchmark', { wanted: ['hero'] })
    const took = seconds(since)
    const peakMb = process.resourceUsage().maxRSS / 1024
    const { triangles, overhang } = reportOn(cast)
    return {
      seconds: took,
      peakMb,
      triangles,
      overhang,
      open: openEdges(cast.faces),
      volume: volumeOf(cast),
      resting: restingArea(cast),
      thin: thinShare(cast, thinnest, isCoarse ? 60 : 200),
    }
  },
}
export type Sculptor = typeof duties
answer(duties)
