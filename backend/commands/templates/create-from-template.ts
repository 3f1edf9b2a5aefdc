import type { Visibility } from '#domain/access.ts'
import { ConjurationTags, tagLimit } from '#domain/conjuration-words.ts'
import { conjurations } from '#domain/conjurations.ts'
import { Rejection } from '#domain/decider.ts'
import { templates } from '#domain/templates.ts'
import type { Act } from '../../http/act.ts'
import type { Deps } from '../../http/deps.ts'
import { reading } from '../../http/snapshot.ts'
import { libraryOf, visibleTemplate } from '../../queries/templates/visible.ts'
import { derivedId } from '../ids.ts'
import { beginText } from '../segments/texts.ts'

interface NewLore {
  conjurationId: string
  templateId: string
  campaignId: string | null
  collectionId: string | null
  visibility: Visibility
  name?: string
  description?: string
  /** Tags in addition to those of the template. */
  tags?: readonly string[]
}

/** Creates lore that has the sections of a template and no text in them. Throws `template_not_found`. */
export async function createFromTemplate(
  act: Act,
  { pool }: Pick<Deps, 'pool'>,
  { conjurationId, templateId, tags = [], name = '', description = '', ...place }: NewLore,
): Promise<void> {
  const { userId } = act
  const { campaignId } = place
  const read = reading(pool)
  const template = await visibleTemplate(read, await libraryOf(read, userId), templateId)
  if (!template) throw new Rejection('template_not_found')
  const all = ConjurationTags.parse([...template.tags, ...tags].slice(0, tagLimit))
  const data = { conjurationId, userId, ...place, name, description, tags: all, copyOf: null }
  await act.send(conjurations, conjurationId, { type: 'CreateConjuration', data })
  const sections = template.attributes.map(({ name: title }, sortOrder) => {
    const segmentId = derivedId(conjurationId, 'segment', sortOrder)
    return { conjurationId, segmentId, type: 'STORY', title, sortOrder, isForDms: false } as const
  })
  // Creates the texts before the segments, so that each is available as soon as its segment is visible.
  for (const { segmentId: textId } of sections)
    await beginText(act, { conjurationId, campaignId, textId, ops: [{ insert: '\n' }] })
  const adding = sections.map((section) => ({ type: 'AddSegment', data: section, item: section.segmentId }) as const)
  if (adding.length > 0) await act.send(conjurations, conjurationId, adding)
  await act.send(templates, templateId, { type: 'CountTemplateUse', data: { templateId } })
}
