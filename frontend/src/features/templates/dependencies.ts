import type { TemplateAttribute } from '#domain/template-attributes.ts'
import type { GraphLink } from '../../ui/LayeredGraph.tsx'

/** Links lead from each attribute to those that are written from its text. Attributes that are only a condition are dashed. */
export const dependencyLinks = (attributes: readonly TemplateAttribute[]): GraphLink[] =>
  attributes.flatMap(({ id, dependsOn, conditions }) => {
    const linkFrom = (place: number, tone: 'plain' | 'dashed'): GraphLink[] => {
      const source = attributes[place]?.id
      return source === undefined ? [] : [{ source, target: id, tone }]
    }
    const condition = conditions && !dependsOn.includes(conditions.attribute) ? conditions.attribute : undefined
    return [
      ...dependsOn.flatMap((place) => linkFrom(place, 'plain')),
      ...(condition === undefined ? [] : linkFrom(condition, 'dashed')),
    ]
  })
