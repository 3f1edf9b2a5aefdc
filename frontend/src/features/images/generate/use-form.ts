import { useMemo, useState } from 'react'
import type { ImageModel } from '#domain/image-models.ts'
import { isImageSize, sizeName } from '#domain/image-sizes.ts'
import type { ImageRow } from '#projections/images.ts'
import { titleOf } from '../image.ts'
import {
  choose,
  chosen,
  defaultSize,
  defaultStrength,
  type GenerateForm,
  type Problems,
  problemsOf,
  type Reference,
} from './form.ts'
import type { Remembered } from './remembered.ts'

/** What of a picture is asked for again. */
export type Reuse = 'prompt' | 'seed' | 'variation'

const isAnother = (next: Reference | null, before: Reference | null) => next !== null && next.source !== before?.source

/** The models that take part unless others are chosen. Of maps none is marked: then the first. */
const standing = (models: readonly ImageModel[]) => {
  const marked = models.filter((model) => model.default)
  return marked.length > 0 ? marked : models.slice(0, 1)
}

/**
 * The form's state, begun from what this browser remembers and remembered as it changes. Problems show once sending was
 * tried. `models` are those this person may use: others that were chosen once are left out, and without any choice yet the
 * catalogue's defaults take part.
 */
export const useForm = (memory: Remembered, models: readonly ImageModel[], experiment: boolean) => {
  const [written, setForm] = useState<GenerateForm>(() => {
    const last = memory.read('last')
    return {
      choices: memory.read('models'),
      prompt: last.prompt,
      negativePrompt: memory.read('negativePrompt'),
      size: last.size || defaultSize,
      seed: '',
      reference: null,
      nsfw: false,
    }
  })
  const [chose, setChose] = useState(false)
  const form = useMemo((): GenerateForm => {
    const choices = chosen(written.choices, models).map(({ choice }) => choice)
    if (choices.length > 0 || chose) return { ...written, choices }
    return {
      ...written,
      choices: choose([], standing(models), memory.read('styles'), experiment),
    }
  }, [written, models, chose, memory, experiment])
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<string>()
  const change = (part: Partial<GenerateForm>) => setForm((form) => ({ ...form, ...part }))
  const problems: Problems = { ...(tried && problemsOf(form)), ...(refused && { reference: refused }) }

  return {
    form,
    problems,
    /** Whoever goes away to look something up finds their words again. */
    setPrompt(prompt: string) {
      memory.write('last', { ...memory.read('last'), prompt })
      change({ prompt })
    },
    setSeed: (seed: string) => change({ seed }),
    setSize: (size: string) => change({ size }),
    setNsfw: (nsfw: boolean) => change({ nsfw }),
    setNegativePrompt(negativePrompt: string) {
      memory.write('negativePrompt', negativePrompt)
      change({ negativePrompt })
    },
    setChoices(choices: GenerateForm['choices']) {
      memory.write('models', [...choices])
      const styles = choices.flatMap(({ modelId, stylePreset }) =>
        stylePreset ? [[modelId, stylePreset] as const] : [],
      )
      memory.write('styles', { ...memory.read('styles'), ...Object.fromEntries(styles) })
      change({ choices })
    },
    setModels(models: readonly ImageModel[]) {
      const choices = choose(form.choices, models, memory.read('styles'), experiment)
      memory.write('models', choices)
      setChose(true)
      change({ choices })
    },
    /** Choosing a picture to steer by sets the ratio back to square; changing its strength does not. */
    setReference(reference: Reference | null, problem?: string) {
      setRefused(problem)
      change({ reference, ...(isAnother(reference, form.reference) && { size: defaultSize }) })
    },
    /** Asks again as a picture was asked for: with its words, with its seed too, or leaning on the picture itself. */
    reuse(row: ImageRow, as: Reuse) {
      const { prompt, negativePrompt, stylePreset, width, height, modelId, seed, uri } = row
      const model = models.find(({ id }) => id === modelId)
      const quantity = form.choices.find((choice) => choice.modelId === modelId)?.quantity ?? 1
      const source = uri && { imageId: row.id, uri, name: titleOf(row) }
      setRefused(undefined)
      setChose(true)
      change({
        prompt: prompt ?? '',
        negativePrompt: negativePrompt ?? '',
        nsfw: row.nsfw,
        seed: as === 'seed' && seed !== null ? String(seed) : '',
        ...(isImageSize(row) && { size: sizeName(row) }),
        ...(model && { choices: [{ modelId: model.id, quantity, stylePreset }] }),
        reference:
          as === 'variation' && source ? { source, isKept: true, width, height, strength: defaultStrength } : null,
      })
    },
    /** Whether the form may go; from now on its problems show. */
    check(): boolean {
      setTried(true)
      return Object.keys(problemsOf(form)).length === 0
    },
  }
}
export type FormState = ReturnType<typeof useForm>
