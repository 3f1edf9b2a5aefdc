import { setImmediate } from 'node:timers/promises'
import { isModel, models } from '../../studio/draw.ts'
import { type Group, lexicon } from '../../studio/lexicon.ts'
import { readPrompt, type Scene } from '../../studio/prompt.ts'
import { repertoire } from '../../studio/repertoire.ts'
import { openStage } from '../../studio/stage.ts'

/**
 * `node tests/studio/probe.ts [model]`: draws a picture with and without every idea of the lexicon, in company and alone, and says where the
 * repertoire is wrong: ideas that are claimed and change nothing, and ideas that change the picture and are not claimed. Takes minutes.
 */
const side = 128
/** What shows only on something: a plume on a helmet, silver on a thing of metal. */
const company: Record<string, readonly string[]> = {
  'studio-vista': ['a lake'],
  'studio-settlement': ['a town'],
  'studio-likeness': ['a woman', 'a man in a helmet'],
  'studio-still-life': ['a sword', 'a key'],
  'studio-wilderness': ['a forest'],
}

const pixels = (model: keyof typeof models, scene: Scene): Buffer => {
  const words = { prompt: '', negativePrompt: '', stylePreset: 'digital-art', width: side, height: side }
  const stage = openStage({ model, ...words, seed: 7 }, null, scene)
  models[model](stage)
  return stage.canvas.data()
}

for (const model of process.argv[2] ? [process.argv[2]] : Object.keys(models)) {
  if (!isModel(model)) throw new Error(`No model ${model}`)
  const { kinds, subjects, details, blind = [], swaying = [] } = repertoire[model]
  // Each by other chances: what one draws by itself, another does not.
  const grounds = ['', ...(company[model] ?? [])].map((prompt, n) => ({ ...readPrompt(prompt), hash: 7 + n }))
  const plain = grounds.map((scene) => pixels(model, scene))
  const wrong: Record<'nothing comes of' | 'unclaimed', string[]> = { 'nothing comes of': [], unclaimed: [] }
  for (const group of Object.keys(lexicon) as Group[])
    for (const idea of Object.keys(lexicon[group])) {
      // Canvases are freed between turns of the event loop alone.
      await setImmediate()
      const name = `${group}:${idea}`
      const isClaimed = [...kinds, ...subjects, ...details].some((each) => each === group || each === name)
      const claimed = isClaimed && !blind.includes(name)
      const changes = grounds.some((scene, n) => {
        const listed = [...new Set([idea, ...(scene[group] as readonly string[])])]
        return !pixels(model, { ...scene, [group]: listed }).equals(plain[n] as Buffer)
      })
      if (claimed && !changes && group !== 'kind') wrong['nothing comes of'].push(name)
      if (!claimed && changes && !swaying.includes(name)) wrong.unclaimed.push(name)
    }
  console.log(model, JSON.stringify(wrong, null, 1))
}
