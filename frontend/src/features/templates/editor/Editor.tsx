import { Button, Modal, NativeSelect, TagsInput, Textarea, TextInput } from '@mantine/core'
import { IconLock, IconPlus, IconUsers, IconWorld } from '@tabler/icons-react'
import { type FormEvent, useEffect, useReducer, useRef, useState } from 'react'
import { tagLimit } from '#domain/conjuration-words.ts'
import { attributeLimit, TemplateAttributes } from '#domain/template-attributes.ts'
import { type TemplateVisibility, templateDescriptionLimit, templateNameLimit } from '#domain/templates.ts'
import type { Template } from '#projections/template-answers.ts'
import { newId } from '../../../base/ids.ts'
import { messageOf } from '../../../base/problem.ts'
import { useAskBeforeLeaving } from '../../../base/use-ask-before-leaving.tsx'
import { useCreateTemplateMutation, useReviseTemplateMutation } from '../../../data/templates.ts'
import { toast } from '../../../ui/toast.ts'
import { visibilities } from '../words.ts'
import { AttributeRow } from './AttributeRow.tsx'
import { draftOf, edited, lacking } from './draft.ts'
import classes from './template-editor.module.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'

const icons: Record<TemplateVisibility, typeof IconLock> = { PRIVATE: IconLock, SHARED: IconUsers, PUBLIC: IconWorld }
const bare = (tag: string) => tag.replace(/^[#＃\s]+/, '').trim()

/**
 * Creates or edits a template. Missing fields are reported on save, and closing with unsaved input requires a
 * confirmation.
 */
export const Editor = ({ template, onClose }: { template: Template | null; onClose: () => void }) => {
  const [begun] = useState(() => draftOf(template))
  const [{ content, open }, edit] = useReducer(edited, begun)
  const [id] = useState(() => template?.id ?? newId())
  const [create, creating] = useCreateTemplateMutation()
  const [revise, revising] = useReviseTemplateMutation()
  const [isChecked, setChecked] = useState(false)
  const [problem, setProblem] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const { name, description, tags, visibility, attributes } = content
  const isChanged = JSON.stringify(content) !== JSON.stringify(begun.content)
  const { close, question } = useAskBeforeLeaving(isChanged, onClose)

  // A new attribute opens for editing.
  const before = useRef(attributes.length)
  useEffect(() => {
    if (attributes.length > before.current) form.current?.querySelector<HTMLElement>('[data-first-field]')?.focus()
    before.current = attributes.length
  }, [attributes.length])

  const focusFirst = () => setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())

  const save = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    const first = attributes.find((attribute) => lacking(attribute))
    if (first && name.trim() !== '') edit({ type: 'open', id: first.id })
    if (name.trim() === '' || first) {
      setProblem(name.trim() === '' ? 'Template name is required' : 'Every attribute needs a name and a prompt')
      return focusFirst()
    }
    const wrong = TemplateAttributes.safeParse(attributes).error?.issues[0]
    if (wrong) return setProblem(wrong.message)
    const { error } = await (template ? revise : create)({ id, ...content, name: name.trim() })
    if (error) return setProblem(messageOf(error, template ? 'Failed to update template' : 'Failed to create template'))
    toast.success(template ? 'Template updated' : 'Template created')
    onClose()
  }

  const Icon = icons[visibility]
  return (
    <>
      <Modal opened onClose={close} title={template ? 'Edit Template' : 'Create Template'} size={720}>
        <form ref={form} className={classes.editor} onSubmit={(event) => void save(event)}>
          <TextInput
            label="Name"
            data-autofocus
            dir="auto"
            maxLength={templateNameLimit}
            value={name}
            error={isChecked && name.trim() === '' ? 'Template name is required' : undefined}
            onChange={(event) => edit({ type: 'set', change: { name: event.currentTarget.value } })}
          />
          <Textarea
            label="Description"
            dir="auto"
            autosize
            minRows={1}
            maxRows={5}
            maxLength={templateDescriptionLimit}
            value={description}
            onChange={(event) => edit({ type: 'set', change: { description: event.currentTarget.value } })}
          />
          <TagsInput
            label="Tags"
            description="Enter or comma adds one"
            dir="auto"
            value={tags}
            maxTags={tagLimit}
            splitChars={[',']}
            acceptValueOnBlur
            isDuplicate={(tag, all) => all.some((other) => other.toLowerCase() === bare(tag).toLowerCase())}
            onChange={(all) =>
              edit({ type: 'set', change: { tags: all.map((tag) => bare(tag).slice(0, 60)).filter(Boolean) } })
            }
          />
          <div className={classes.listHead}>
            <h3>
              Attributes <span className="num">{attributes.length}</span>
            </h3>
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconPlus size={14} />}
              disabled={attributes.length >= attributeLimit}
              onClick={() => edit({ type: 'add' })}
            >
              Add attribute
            </Button>
          </div>
          <ol className={classes.list}>
            {attributes.map((attribute, place) => (
              <AttributeRow
                key={attribute.id}
                attributes={attributes}
                place={place}
                isOpen={open === attribute.id}
                isChecked={isChecked}
                onToggle={() => edit({ type: 'open', id: open === attribute.id ? null : attribute.id })}
                onChange={(change) => edit({ type: 'change', place, change })}
                onMove={(from, to) => edit({ type: 'move', from, to })}
                onRemove={() => edit({ type: 'remove', place })}
              />
            ))}
          </ol>
          <footer className={classes.foot}>
            {problem && (
              <p role="alert" className={classes.problem}>
                {problem}
              </p>
            )}
            <Icon size={16} aria-hidden="true" />
            <NativeSelect
              aria-label="Visibility"
              value={visibility}
              data={Object.entries(visibilities).map(([value, { label, means }]) => ({
                value,
                label: `${label}: ${means}`,
              }))}
              onChange={(event) =>
                edit({ type: 'set', change: { visibility: event.currentTarget.value as TemplateVisibility } })
              }
            />
            <Button variant="subtle" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" variant="filled" loading={creating.isLoading || revising.isLoading}>
              Save
            </Button>
          </footer>
        </form>
      </Modal>
      {question}
    </>
  )
}
