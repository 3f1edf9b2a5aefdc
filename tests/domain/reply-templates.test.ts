import { describe, expect, it } from 'vitest'
import { filledIn, ReplyTemplateContent, replyTemplateLimits, replyTemplates } from '#domain/reply-templates.ts'
import { given } from '../given.ts'

const idOf = (index: number) => `0197a0a0-0000-7000-8000-${String(index).padStart(12, '0')}`
const templateId = idOf(1)
const content = { title: 'Delayed mail', text: 'Hello {name}' }
const data = { templateId, ...content }
const created = { type: 'ReplyTemplateCreated', data } as const
const changed = { type: 'ReplyTemplateChanged', data: { ...data, text: 'Dear {name}' } } as const
const deleted = { type: 'ReplyTemplateDeleted', data: { templateId } } as const

const create = { type: 'CreateReplyTemplate', data } as const
const change = (version: number, to: object = { text: 'Dear {name}' }) =>
  ({ type: 'ChangeReplyTemplate', data: { ...data, ...to, version } }) as const
const remove = { type: 'DeleteReplyTemplate', data: { templateId } } as const

const initial = replyTemplates.initial.templates
const givenTemplates = given(replyTemplates)

describe('A reply template', () => {
  it('is created once', () => {
    givenTemplates().when(create).emits(created)
    givenTemplates(created).when(create).emitsNothing()
    givenTemplates().when(create, create).emits(created)
  })
  it('has a title of its own, whatever its case', () => {
    const other = { ...data, templateId: idOf(2), title: 'DELAYED mail' }
    givenTemplates(created).when({ type: 'CreateReplyTemplate', data: other }).rejects('reply_template_title_taken')
    givenTemplates(created)
      .when(change(0, { title: initial[0]?.title }))
      .rejects('reply_template_title_taken')
    givenTemplates(created, deleted)
      .when({ type: 'CreateReplyTemplate', data: other })
      .emits({ type: 'ReplyTemplateCreated', data: other })
    const recased = { ...data, title: 'DELAYED MAIL' }
    givenTemplates(created)
      .when(change(0, { title: recased.title }))
      .emits({ type: 'ReplyTemplateChanged', data: recased })
  })
  it('is changed by an admin who has seen its last change', () => {
    givenTemplates(created).when(change(0)).emits(changed)
    givenTemplates(created, changed).when(change(0)).emitsNothing()
    givenTemplates(created, changed)
      .when(change(0, { text: 'Hi' }))
      .rejects('reply_template_changed')
    givenTemplates(created, changed)
      .when(change(1, { text: 'Hi' }))
      .emits({ type: 'ReplyTemplateChanged', data: { ...data, text: 'Hi' } })
  })
  it('is deleted once, and not changed afterwards', () => {
    givenTemplates(created).when(remove).emits(deleted)
    givenTemplates(created, deleted).when(remove).emitsNothing()
    givenTemplates(created, deleted).when(change(0)).rejects('reply_template_not_found')
  })
  it('exists from the beginning, and can be changed and deleted like others', () => {
    const [first] = initial
    if (!first) throw new Error('There are no initial templates')
    const { id, title, text } = first
    expect(text).toContain('{name}')
    givenTemplates()
      .when({ type: 'ChangeReplyTemplate', data: { templateId: id, title, text: 'Hello', version: 0 } })
      .emits({ type: 'ReplyTemplateChanged', data: { templateId: id, title, text: 'Hello' } })
    givenTemplates()
      .when({ type: 'DeleteReplyTemplate', data: { templateId: id } })
      .emits({ type: 'ReplyTemplateDeleted', data: { templateId: id } })
  })
  it('is one of a limited number', () => {
    const others = Array.from({ length: replyTemplateLimits.count - initial.length }, (_, index) => ({
      type: 'ReplyTemplateCreated' as const,
      data: { templateId: idOf(index + 10), title: `Template ${index}`, text: 'Hello' },
    }))
    givenTemplates(...others)
      .when(create)
      .rejects('too_many_reply_templates')
    givenTemplates(...others.slice(1))
      .when(create)
      .emits(created)
  })
  it('has a limited length', () => {
    const { title, text } = replyTemplateLimits
    const parse = (content: object) => ReplyTemplateContent.safeParse(content).success
    expect(parse({ title: 'x'.repeat(title), text: 'x'.repeat(text) })).toBe(true)
    expect(parse({ title: 'x'.repeat(title + 1), text: 'x' })).toBe(false)
    expect(parse({ title: 'x', text: 'x'.repeat(text + 1) })).toBe(false)
    expect(parse({ title: '  ', text: 'x' })).toBe(false)
    expect(parse({ title: 'x', text: '\n ' })).toBe(false)
  })
  it('is filled in with the name of the user, also where a name looks like a pattern', () => {
    expect(filledIn('Hello {name}, {name}', 'Pri$&ya')).toBe('Hello Pri$&ya, Pri$&ya')
    expect(filledIn('Hello {name}', null)).toBe('Hello adventurer')
  })
})
