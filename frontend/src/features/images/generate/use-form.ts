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

/** The reused parameters of an image. */
export type Reuse = 'prompt' | 'seed' | 'variation'

const isAnother = (next: Reference | null, before: Reference | null) => next !== null && next.source !== before?.source

/** The models selected by default; the first map model, since none of them is marked. */
const defaultModels = (models: readonly ImageModel[]) => {
  const marked = models.filter((model) => model.default)
  return marked.length > 0 ? marked : models.slice(0, 1)
}

/** The form as the browser's store holds it. */
const restoreForm = (memory: Remembered): GenerateForm => {
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
}

/** Stores the chosen models, and the style of each for when it is chosen again. */
const storeChoices = (memory: Remembered, choices: GenerateForm['choices']) => {
  memory.write('models', [...choices])
  const styles = choices.flatMap(({ modelId, stylePreset }) => (stylePreset ? [[modelId, stylePreset] as const] : []))
  memory.write('styles', { ...memory.read('styles'), ...Object.fromEntries(styles) })
}

/** The part of the form that an image determines: its model only if the user may select it. */
const reusedParameters = (
  row: ImageRow,
  as: Reuse,
  choices: GenerateForm['choices'],
  models: readonly ImageModel[],
): Partial<GenerateForm> => {
  const { prompt, negativePrompt, stylePreset, width, height, modelId, seed, uri } = row
  const model = models.find(({ id }) => id === modelId)
  const quantity = choices.find((choice) => choice.modelId === modelId)?.quantity ?? 1
  const source = uri && { imageId: row.id, uri, name: titleOf(row) }
  return {
    prompt: prompt ?? '',
    negativePrompt: negativePrompt ?? '',
    nsfw: row.nsfw,
    seed: as === 'seed' && seed !== null ? String(seed) : '',
    ...(isImageSize(row) && { size: sizeName(row) }),
    ...(model && { choices: [{ modelId: model.id, quantity, stylePreset }] }),
    reference: as === 'variation' && source ? { source, isKept: true, width, height, strength: defaultStrength } : null,
  }
}

/**
 * The form's state, initialised from the browser's store and stored on change. Errors show after the first attempt to
 * send. `models` are those that the user may select: others are omitted, and the catalogue's defaults apply until the
 * first choice.
 */
export const useForm = (memory: Remembered, models: readonly ImageModel[], experiment: boolean) => {
  const [state, setForm] = useState<GenerateForm>(() => restoreForm(memory))
  const [chose, setChose] = useState(false)
  const form = useMemo((): GenerateForm => {
    const choices = chosen(state.choices, models).map(({ choice }) => choice)
    if (choices.length > 0 || chose) return { ...state, choices }
    return {
      ...state,
      choices: choose([], defaultModels(models), memory.read('styles'), experiment),
    }
  }, [state, models, chose, memory, experiment])
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<string>()
  const change = (part: Partial<GenerateForm>) => setForm((form) => ({ ...form, ...part }))
  const problems: Problems = { ...(tried && problemsOf(form)), ...(refused && { reference: refused }) }

  return {
    form,
    problems,
    /** Stores the prompt, so that it survives a visit to another screen. */
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
      storeChoices(memory, choices)
      change({ choices })
    },
    setModels(models: readonly ImageModel[]) {
      const choices = choose(form.choices, models, memory.read('styles'), experiment)
      memory.write('models', choices)
      setChose(true)
      change({ choices })
    },
    /** A new reference image resets the ratio to square; a new strength does not. */
    setReference(reference: Reference | null, problem?: string) {
      setRefused(problem)
      change({ reference, ...(isAnother(reference, form.reference) && { size: defaultSize }) })
    },
    /** Reuses an image's parameters: the prompt, the seed as well, or the image itself as the reference. */
    reuse(row: ImageRow, as: Reuse) {
      setRefused(undefined)
      setChose(true)
      change(reusedParameters(row, as, form.choices, models))
    },
    /** Returns true if the form is valid; its errors show from now on. */
    check(): boolean {
      setTried(true)
      return Object.keys(problemsOf(form)).length === 0
    },
  }
}
export type FormState = ReturnType<typeof useForm>
