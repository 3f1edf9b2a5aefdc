import { productUserId } from '#domain/product.ts'
import type { AttributeFormat, TemplateAttribute } from '#domain/template-attributes.ts'
import { wordsOf } from '#domain/template-attributes.ts'
import type { TemplateVisibility } from '#domain/templates.ts'
import { ago } from '../../ui/ago.ts'

export const formats: Record<AttributeFormat, string> = {
  SINGLE_LINE: 'Single line',
  SHORT_PARAGRAPH: 'Short paragraph',
  PARAGRAPH: 'Paragraph',
  LONG_PARAGRAPH: 'Long paragraph',
  BULLET_POINTS: 'Bullet points',
}

export const lengths: Record<TemplateAttribute['length'], string> = {
  SHORT: 'Short',
  MEDIUM: 'Medium',
  LONG: 'Long',
  CUSTOM: 'Custom',
}
export const lengthChoices: Record<TemplateAttribute['length'], string> = {
  SHORT: 'Short, 25–50 words',
  MEDIUM: 'Medium, 75–150 words',
  LONG: 'Long, 200–400 words',
  CUSTOM: 'Custom',
}

/** The length of an attribute, with its word limits. */
export const lengthOf = (attribute: TemplateAttribute): string => {
  const { min, max } = wordsOf(attribute)
  return attribute.length === 'CUSTOM' ? `${min}–${max} words` : lengths[attribute.length]
}

/** The name of an attribute, or its number while it has none. */
export const attributeName = ({ name }: Pick<TemplateAttribute, 'name'>, place: number): string =>
  name.trim() || `Attribute ${place + 1}`

export const visibilities: Record<TemplateVisibility, { label: string; means: string }> = {
  PRIVATE: { label: 'Private', means: 'Only you' },
  SHARED: { label: 'Shared', means: 'Whoever is in a campaign with you' },
  PUBLIC: { label: 'Public', means: 'Everyone here' },
}

export const usesOf = (count: number): string => `${count.toLocaleString('en')} use${count === 1 ? '' : 's'}`

/** Returns true for templates of the product, which have no creation date. */
export const isProducts = ({ userId }: { userId: string }): boolean => userId === productUserId

interface Life {
  userId: string
  usageCount: number
  lastUsedAt: string | null
  updatedAt: string
}
/** The number and date of uses, or the date of the last change. */
export const lifeOf = (template: Life): string => {
  const { usageCount, lastUsedAt, updatedAt } = template
  const at = lastUsedAt ?? (isProducts(template) ? null : updatedAt)
  return at === null ? usesOf(usageCount) : `${usesOf(usageCount)} · ${ago(at)}`
}

/** The first three, and how many more there are. */
export const firstThree = <Thing>(all: readonly Thing[]): { shown: readonly Thing[]; more: number } => ({
  shown: all.slice(0, 3),
  more: Math.max(0, all.length - 3),
})
