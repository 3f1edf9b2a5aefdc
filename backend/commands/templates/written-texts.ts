import type { GenerationRequest, WrittenText } from '#domain/generations.ts'
import {
  isMet,
  partsOf,
  placeNamed,
  type TemplateAttribute,
  wordsOf,
  writingOrder,
} from '#domain/template-attributes.ts'
import { type Field, type Known, TextFailed, type TextModel } from '../../providers/text-model.ts'

type GenerationInput = Pick<GenerationRequest, 'generationId' | 'templateName' | 'attributes' | 'guidance' | 'answers'>

export interface Texts {
  title: string
  texts: WrittenText[]
  madeBy: string
  usage: { input: number; output: number }
  /** Marks of used sources, which are not used again in this campaign. */
  marks: string[]
}

const titleKey = 'title'
const keyOf = (place: number) => `attribute${place}`
const seedOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(-8), 16)

/**
 * Returns a prompt without the brackets of its placeholders: the name of an attribute then refers to that attribute's
 * text.
 */
const spoken = (prompt: string): string =>
  partsOf(prompt)
    .map(({ text }) => text)
    .join('')

const fieldOf = (attributes: readonly TemplateAttribute[], place: number, together: ReadonlySet<number>): Field[] => {
  const attribute = attributes[place]
  if (!attribute) return []
  const { name, prompt, format, dependsOn } = attribute
  const mentioned = partsOf(prompt).flatMap((part) => (part.placeholder ? placeNamed(attributes, part.text) : []))
  const before = [...new Set([...dependsOn, ...mentioned])].filter((needed) => needed !== place && together.has(needed))
  const order = writingOrder(attributes) ?? []
  return [
    {
      key: keyOf(place),
      name,
      format,
      prompt: spoken(prompt),
      words: wordsOf(attribute),
      // Attributes that are only mentioned may come later, so they are no dependency.
      dependsOn: [
        titleKey,
        ...before
          .filter((needed) => dependsOn.includes(needed) || order.indexOf(needed) < order.indexOf(place))
          .map(keyOf),
      ],
    },
  ]
}

/**
 * Generates a template's texts: a title, and a text for each attribute whose condition is met, after its dependencies.
 * Attributes with a condition are requested after the texts that it tests, and receive them. Throws the model's errors,
 * and an error for a missing required text.
 */
export async function generateTexts(
  model: TextModel,
  { generationId, templateName, attributes, guidance, answers = [] }: GenerationInput,
  { known, marks: before }: { known: Known; marks: readonly string[] },
  signal: AbortSignal,
): Promise<Texts> {
  const texts = new Map<number, string>()
  const settled = new Set<number>()
  const usage = { input: 0, output: 0 }
  const marks: string[] = []
  let title = ''
  let madeBy = ''

  for (let round = 0; settled.size < attributes.length; round++) {
    const ready = readyOf(attributes, settled)
    if (ready.length === 0) break
    const wanted = ready.filter((place) => isMet(attributes[place]?.conditions ?? null, texts))
    const together = new Set(wanted)
    const named: Field = {
      key: titleKey,
      name: 'Name',
      format: 'SINGLE_LINE',
      words: { min: 1, max: 8 },
      dependsOn: [],
      prompt: `What this ${templateName} is called: a proper name or a short title.`,
    }
    const fields = wanted.flatMap((place) => fieldOf(attributes, place, together))
    if (fields.length > 0 || title === '') {
      const written = await model.writeSheet({
        prompt: guidance,
        subject: templateName,
        known: withWritten(known, attributes, title, texts),
        marks: [...marks, ...before],
        seed: (seedOf(generationId) + round) % 4294967296,
        castSeed: seedOf(generationId),
        facts: answers,
        ...(title !== '' && { about: title }),
        signal,
        fields: title === '' ? [named, ...fields] : fields.map((field) => withoutTitle(field)),
      })
      title ||= firstLine(written.content[titleKey] ?? '')
      madeBy = written.madeBy
      usage.input += written.usage.input
      usage.output += written.usage.output
      marks.push(...written.marks)
      for (const place of wanted) texts.set(place, (written.content[keyOf(place)] ?? '').trim())
    }
    for (const place of ready) settled.add(place)
  }

  const missing = [...texts].find(([place, text]) => text === '' && attributes[place]?.required)
  if (missing) throw new TextFailed('unusable', `Nothing was written for ${attributes[missing[0]]?.name}.`)
  return {
    title: title || templateName,
    texts: attributes.flatMap(({ name }, place) => {
      const text = texts.get(place)
      return text ? { name, text } : []
    }),
    madeBy,
    usage,
    marks: marks.slice(0, 1_000),
  }
}

/**
 * Attributes that can be decided now: their conditions test settled ones, and their dependencies are settled or in the
 * same batch.
 */
const readyOf = (attributes: readonly TemplateAttribute[], settled: ReadonlySet<number>): number[] => {
  const ready: number[] = []
  for (const place of writingOrder(attributes) ?? []) {
    const attribute = attributes[place]
    if (!attribute || settled.has(place)) continue
    const { conditions, dependsOn } = attribute
    const isDecidable = conditions === null || settled.has(conditions.attribute)
    if (isDecidable && dependsOn.every((needed) => settled.has(needed) || ready.includes(needed))) ready.push(place)
  }
  return ready
}

const withoutTitle = ({ dependsOn, ...field }: Field): Field => ({
  ...field,
  dependsOn: dependsOn.filter((key) => key !== titleKey),
})

/** Adds earlier texts of the same lore as the first passage. */
const withWritten = (
  known: Known,
  attributes: readonly TemplateAttribute[],
  title: string,
  texts: ReadonlyMap<number, string>,
): Known => {
  const before = [...texts].flatMap(([place, text]) => (text ? `${attributes[place]?.name}: ${text}` : []))
  if (before.length === 0) return known
  return { ...known, passages: [{ title, text: before.join('\n\n'), tags: [] }, ...known.passages] }
}

const firstLine = (text: string): string =>
  text
    .trim()
    .split('\n')[0]
    ?.replace(/^[#*\s"“]+|[*\s"”.]+$/g, '')
    .slice(0, 255) ?? ''
