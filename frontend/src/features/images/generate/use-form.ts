import { useMemo, useState } from 'react'
import type { ImageModel } from '#domain/image-models.ts'
import { choose, chosen, defaultSize, type GenerateForm, type Problems, problemsOf, type Reference } from './form.ts'
import type { Remembered } from './remembered.ts'

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
      reference: null,
    }
  })
  const [chose, setChose] = useState(false)
  const form = useMemo((): GenerateForm => {
    const choices = chosen(written.choices, models).map(({ choice }) => choice)
    if (choices.length > 0 || chose) return { ...written, choices }
    return {
      ...written,
      choices: choose(
        [],
        models.filter((model) => model.default),
        memory.read('styles'),
        experiment,
      ),
    }
  }, [written, models, chose, memory, experiment])
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<string>()
  const change = (part: Partial<GenerateForm>) => setForm((form) => ({ ...form, ...part }))
  const problems: Problems = { ...(tried && problemsOf(form)), ...(refused && { reference: refused }) }

  return {
    form,
    problems,
    setPrompt: (prompt: string) => change({ prompt }),
    setSize: (size: string) => change({ size }),
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
      change({ reference, ...(reference && reference.file !== form.reference?.file && { size: defaultSize }) })
    },
    /** Whether the form may go; from now on its problems show. */
    check(): boolean {
      setTried(true)
      return Object.keys(problemsOf(form)).length === 0
    },
  }
}
export type FormState = ReturnType<typeof useForm>
