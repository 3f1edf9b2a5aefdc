import { z } from 'zod'
import { accessRow } from './access-row.ts'
import { ConjurationTags } from './conjuration-words.ts'
import { type Decider, type MessageOf, type Refusals, Rejection } from './decider.ts'
import { erasable } from './erasable.ts'
import { type Kind, toNull } from './kind.ts'
import { TemplateAttributes, WrittenAttributes } from './template-attributes.ts'
import { text } from './text.ts'

const templateId = z.uuid()
const userId = z.uuid()
const operationId = z.uuid()

export const templateNameLimit = 255
export const templateDescriptionLimit = 2000

/**
 * The visibility of a template: its owner; users who share a campaign with the owner, as long as both are members;
 * everyone.
 */
export const TemplateVisibility = z.enum(['PRIVATE', 'SHARED', 'PUBLIC'])
export type TemplateVisibility = z.infer<typeof TemplateVisibility>

const required = 'Template name is required'
const content = {
  name: z
    .string(required)
    .trim()
    .min(1, required)
    .max(templateNameLimit, `Template name cannot exceed ${templateNameLimit} characters`),
  description: text(templateDescriptionLimit).default(''),
  tags: ConjurationTags.default([]),
  visibility: TemplateVisibility.default('PRIVATE'),
  attributes: TemplateAttributes,
}

/** The complete content of a template, as requests send it. */
export const TemplateContent = z.object(content)
export type TemplateContent = z.infer<typeof TemplateContent>

const written = {
  name: erasable(z.string()),
  description: erasable(z.string()),
  tags: erasable(z.array(z.string())),
  visibility: TemplateVisibility,
  attributes: erasable(WrittenAttributes),
}
const WrittenContent = z.object(written)
type WrittenContent = z.infer<typeof WrittenContent>

const commands = {
  CreateTemplate: WrittenContent.extend({ templateId, userId, copyOf: templateId.nullable() }),
  ReviseTemplate: WrittenContent.extend({ templateId }),
  DeleteTemplate: z.object({ templateId, operationId }),
  RestoreTemplate: z.object({ templateId, operationId }),
  /** Counts a generation from the template. */
  CountTemplateUse: z.object({ templateId }),
}

export const templateEvents = {
  TemplateCreated: z.object({ templateId, userId, ...written, copyOf: templateId.nullable() }),
  TemplateRevised: z.object({ templateId, ...written }),
  TemplateDeleted: z.object({ templateId, operationId }),
  TemplateRestored: z.object({ templateId, operationId }),
  /** `uses` is the total. The user stays out of the event, since it is private. */
  TemplateUsed: z.object({ templateId, uses: z.int() }),
}

interface Template {
  userId: string
  content: WrittenContent | null
  /** The operation that moved it to the library's Trash. */
  deletedIn: string | null
  uses: number
}

const existing = ({ content }: Template) => {
  if (content === null) throw new Rejection('template_not_found')
  return content
}
const present = (template: Template) => {
  if (template.deletedIn !== null) throw new Rejection('template_not_found')
  return existing(template)
}
const same = (one: WrittenContent, other: WrittenContent) =>
  JSON.stringify(contentOf(one)) === JSON.stringify(contentOf(other))
const contentOf = ({ name, description, tags, visibility, attributes }: WrittenContent): WrittenContent => ({
  name,
  description,
  tags,
  visibility,
  attributes,
})
type Events = MessageOf<typeof templateEvents>[]

/** A template for lore. It belongs to its owner, and to no campaign. */
export const templates: Decider<typeof commands, typeof templateEvents, Template> = {
  category: 'templates',
  keyOwner: ({ userId }) => `user:${userId}`,
  commands,
  events: templateEvents,
  initial: { userId: '', content: null, deletedIn: null, uses: 0 },

  decide: {
    CreateTemplate({ content, userId }, data): Events {
      if (content !== null && userId !== data.userId) throw new Rejection('template_exists')
      return content === null ? [{ type: 'TemplateCreated', data }] : []
    },

    ReviseTemplate: (template, data): Events =>
      same(present(template), data) ? [] : [{ type: 'TemplateRevised', data }],

    DeleteTemplate(template, data): Events {
      existing(template)
      return template.deletedIn === null ? [{ type: 'TemplateDeleted', data }] : []
    },

    RestoreTemplate(template, data): Events {
      existing(template)
      return template.deletedIn === data.operationId ? [{ type: 'TemplateRestored', data }] : []
    },

    // The product's own templates have no other event.
    CountTemplateUse: ({ uses }, { templateId }): Events => [
      { type: 'TemplateUsed', data: { templateId, uses: uses + 1 } },
    ],
  },

  evolve: {
    TemplateCreated: (template, { userId, ...content }) => ({ ...template, userId, content: contentOf(content) }),
    TemplateRevised: (template, content) => ({ ...template, content: contentOf(content) }),
    TemplateDeleted: (template, { operationId }) => ({ ...template, deletedIn: operationId }),
    TemplateRestored: (template) => ({ ...template, deletedIn: null }),
    TemplateUsed: (template, { uses }) => ({ ...template, uses }),
  },
}

export const templateRefusals = {
  template_not_found: [404, 'This template does not exist, or you may not see it.'],
  template_forbidden: [403, 'Only the owner of this template can change it.'],
  template_exists: [409, 'There is a template with this id already.'],
  template_limit_reached: [
    403,
    ({ limit }) => `Your plan keeps ${limit} templates. Delete one, or upgrade to Pro for as many as you like.`,
  ],
  template_hidden: [403, 'This template is over what your plan keeps. Upgrade to use it again.'],
} as const satisfies Refusals

export const templatesKind = {
  events: templateEvents,
  refusals: templateRefusals,
  references: {
    TemplateCreated: { copyOf: toNull },
  },
  access: {
    // Other viewers of a template are derived from the memberships when it is read: it belongs to no campaign.
    TemplateCreated: ({ templateId: id, userId: ownerId }) =>
      accessRow({ id, ownerId, campaignId: null, visibility: 'PRIVATE' }),
  },
} as const satisfies Kind<typeof templateEvents>
