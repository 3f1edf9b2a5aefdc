import { z } from 'zod'
import { type Decider, type Refusals, Rejection } from './decider.ts'
import { erasable } from './erasable.ts'
import type { Kind } from './kind.ts'
import { trashDays } from './trash.ts'

/** Templates of an installation, and characters of each. */
export const replyTemplateLimits = { count: 50, title: 80, text: 2000 }

const bounded = (most: number, missing: string) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .max(most, `At most ${most.toLocaleString('en')} characters`)

export const ReplyTemplateContent = z.object({
  title: bounded(replyTemplateLimits.title, 'Please enter a title'),
  text: bounded(replyTemplateLimits.text, 'Please write the reply'),
})
export type ReplyTemplateContent = z.infer<typeof ReplyTemplateContent>

/** `version` counts the changes of a template: an edit of an older version is rejected. */
export const ReplyTemplate = z.object({
  id: z.uuid(),
  version: z.int().nonnegative(),
  title: z.string(),
  text: z.string(),
})
export type ReplyTemplate = z.infer<typeof ReplyTemplate>

const templateId = z.uuid()

const commands = {
  CreateReplyTemplate: ReplyTemplateContent.extend({ templateId }),
  ChangeReplyTemplate: ReplyTemplateContent.extend({ templateId, version: z.int().nonnegative() }),
  DeleteReplyTemplate: z.object({ templateId }),
}

const written = { title: erasable(z.string()), text: erasable(z.string()) }

export const replyEvents = {
  ReplyTemplateCreated: z.object({ templateId, ...written }),
  ReplyTemplateChanged: z.object({ templateId, ...written }),
  ReplyTemplateDeleted: z.object({ templateId }),
}

/** Templates of a new installation. Their ids are part of stored events. */
const initialTemplates: readonly ReplyTemplateContent[] = [
  {
    title: 'Ask for details',
    text: 'Thank you for writing, {name}. So that we can find it: what did you do just before, what did you expect, and what happened instead? A screenshot helps.',
  },
  {
    title: 'Cancelled pictures',
    text: 'A picture that takes longer than 3 minutes is cancelled, and its credits are returned. Please retry it, or try a simpler prompt. If it happens again, tell us its model.',
  },
  {
    title: 'Missing credits',
    text: 'We looked at your credits. You find what was held, spent and returned under Account Settings, Credits.',
  },
  {
    title: 'Joining a campaign',
    text: 'A DM or the owner of the campaign invites you under Manage Campaign, Members. Open their link while you are signed in. An old link may have ended; ask them for a new one.',
  },
  {
    title: 'Restoring from the Trash',
    text: `What was deleted lies in the campaign’s Trash for ${trashDays} days. Those who may delete it can restore it there.`,
  },
  {
    title: 'Refund',
    text: 'You can request your money back within 30 days of a payment: under Account Settings, Payments, press Refund beside it. We answer within a few days.',
  },
  {
    title: 'Solved',
    text: 'This is mended, {name}. Please reload the page and try once more. If it comes back, answer with a new request and name this one.',
  },
]

const initialId = (index: number) => `01a10000-0000-7000-8000-0000000001${String(index).padStart(2, '0')}`

/** The one stream of an installation's templates: the limit and unique titles span all of them. */
export const replyTemplatesId = '01a10000-0000-7000-8000-000000000100'

interface State {
  templates: readonly ReplyTemplate[]
}

const isSameTitle = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

const refuseTakenTitle = ({ templates }: State, { templateId, title }: { templateId: string; title: string }) => {
  if (templates.some((each) => each.id !== templateId && isSameTitle(each.title, title)))
    throw new Rejection('reply_template_title_taken')
}

/** Replies that administrators insert and edit before they answer a request for support. */
export const replyTemplates: Decider<typeof commands, typeof replyEvents, State> = {
  category: 'replytemplates',
  keyOwner: () => `support:${replyTemplatesId}`,
  commands,
  events: replyEvents,
  initial: { templates: initialTemplates.map((each, index) => ({ id: initialId(index), version: 0, ...each })) },

  decide: {
    CreateReplyTemplate(state, data) {
      if (state.templates.some(({ id }) => id === data.templateId)) return []
      if (state.templates.length >= replyTemplateLimits.count) throw new Rejection('too_many_reply_templates')
      refuseTakenTitle(state, data)
      return [{ type: 'ReplyTemplateCreated', data }]
    },

    ChangeReplyTemplate(state, { version, ...data }) {
      const template = state.templates.find(({ id }) => id === data.templateId)
      if (!template) throw new Rejection('reply_template_not_found')
      if (template.title === data.title && template.text === data.text) return []
      if (template.version !== version) throw new Rejection('reply_template_changed')
      refuseTakenTitle(state, data)
      return [{ type: 'ReplyTemplateChanged', data }]
    },

    DeleteReplyTemplate: ({ templates }, data) =>
      templates.some(({ id }) => id === data.templateId) ? [{ type: 'ReplyTemplateDeleted', data }] : [],
  },

  evolve: {
    ReplyTemplateCreated: ({ templates }, { templateId: id, ...content }) => ({
      templates: [...templates, { id, version: 0, ...content }],
    }),
    ReplyTemplateChanged: ({ templates }, { templateId, ...content }) => ({
      templates: templates.map((each) =>
        each.id === templateId ? { ...each, ...content, version: each.version + 1 } : each,
      ),
    }),
    ReplyTemplateDeleted: ({ templates }, { templateId }) => ({
      templates: templates.filter(({ id }) => id !== templateId),
    }),
  },
}

export const replyTemplateRefusals = {
  reply_template_not_found: [404, 'There is no such template.'],
  reply_template_changed: [409, 'Another admin has changed this template since you opened it.'],
  reply_template_title_taken: [409, 'Another template has this title.'],
  too_many_reply_templates: [
    409,
    `There are ${replyTemplateLimits.count} templates, which is the most. Please delete one first.`,
  ],
} as const satisfies Refusals

/** `GET /admin/support/templates`, by title. */
export const ReplyTemplates = z.object({ data: z.array(ReplyTemplate), total: z.int() })
export type ReplyTemplates = z.infer<typeof ReplyTemplates>

const namePlaceholder = '{name}'

/** The text of a template with the name of the user who is answered. Visitors and forgotten users have none. */
export const filledIn = (text: string, username: string | null): string =>
  text.replaceAll(namePlaceholder, () => username ?? 'adventurer')

export const replyTemplatesKind = {
  events: replyEvents,
  refusals: replyTemplateRefusals,
} as const satisfies Kind<typeof replyEvents>
