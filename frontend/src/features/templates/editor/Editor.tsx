import { Button, Modal, NativeSelect, SegmentedControl, TagsInput, Textarea, TextInput } from '@mantine/core'
import { IconLock, IconPlus, IconUsers, IconWorld } from '@tabler/icons-react'
import { useEffect, useReducer, useRef, useState } from 'react'
import { tagLimit } from '#domain/conjuration-words.ts'
import { attributeLimit, type TemplateAttribute } from '#domain/template-attributes.ts'
import { type TemplateVisibility, templateDescriptionLimit, templateNameLimit } from '#domain/templates.ts'
import type { Template } from '#projections/template-answers.ts'
import { useAskBeforeLeaving } from '../../../base/use-ask-before-leaving.tsx'
import { AttributeGraph } from '../AttributeGraph.tsx'
import { visibilities } from '../words.ts'
import { AttributeRow } from './AttributeRow.tsx'
import { type Draft, draftOf, type Edit, edited } from './draft.ts'
import classes from './template-editor.module.css'
import { useSaving } from './use-saving.ts'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/FloatingIndicator.layer.css'

const icons: Record<TemplateVisibility, typeof IconLock> = { PRIVATE: IconLock, SHARED: IconUsers, PUBLIC: IconWorld }
type AttributesView = 'list' | 'graph'

const bare = (tag: string) => tag.replace(/^[#＃\s]+/, '').trim()

/**
 * Creates or edits a template. Missing fields are reported on save, and closing with unsaved input requires a
 * confirmation.
 */
export const Editor = ({ template, onClose }: { template: Template | null; onClose: () => void }) => {
  const [begun] = useState(() => draftOf(template))
  const [{ content, open }, edit] = useReducer(edited, begun)
  const [view, setView] = useState<AttributesView>('list')
  const form = useRef<HTMLFormElement>(null)
  const { visibility, attributes } = content
  const isChanged = JSON.stringify(content) !== JSON.stringify(begun.content)
  const { close, question } = useAskBeforeLeaving(isChanged, onClose)

  // A new attribute opens for editing.
  const before = useRef(attributes.length)
  useEffect(() => {
    if (attributes.length > before.current) form.current?.querySelector<HTMLElement>('[data-first-field]')?.focus()
    before.current = attributes.length
  }, [attributes.length])

  const focusSoon = (selector: string) => setTimeout(() => form.current?.querySelector<HTMLElement>(selector)?.focus())
  const remove = (place: number) => {
    edit({ type: 'remove', place })
    // The next row, or the last one.
    focusSoon(`ol > li:nth-of-type(${Math.min(place + 1, attributes.length - 1)}) [aria-expanded]`)
  }
  const openFromGraph = (id: string) => {
    edit({ type: 'open', id })
    setView('list')
    focusSoon('[data-first-field]')
  }
  const showMissing = () => {
    setView('list')
    focusSoon('[aria-invalid="true"]')
  }
  const { save, isChecked, isSaving, problem } = useSaving({ template, content, edit, onMissing: showMissing, onClose })

  return (
    <>
      <Modal opened onClose={close} title={template ? 'Edit Template' : 'Create Template'} size={720}>
        <form ref={form} className={classes.editor} onSubmit={(event) => void save(event)}>
          <Descriptors content={content} isChecked={isChecked} edit={edit} />
          <AttributesPart
            attributes={attributes}
            open={open}
            view={view}
            isChecked={isChecked}
            onView={setView}
            onPick={openFromGraph}
            onRemove={remove}
            edit={edit}
          />
          <Foot
            problem={problem}
            visibility={visibility}
            isSaving={isSaving}
            onVisibility={(visibility) => edit({ type: 'set', change: { visibility } })}
            onCancel={close}
          />
        </form>
      </Modal>
      {question}
    </>
  )
}

interface DescriptorsProps {
  content: Draft['content']
  isChecked: boolean
  edit: (edit: Edit) => void
}

/** Name, description and tags of the template. */
const Descriptors = ({ content: { name, description, tags }, isChecked, edit }: DescriptorsProps) => (
  <>
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
  </>
)

interface PartProps {
  attributes: readonly TemplateAttribute[]
  open: string | null
  view: AttributesView
  isChecked: boolean
  onView: (view: AttributesView) => void
  onPick: (id: string) => void
  onRemove: (place: number) => void
  edit: (edit: Edit) => void
}

/** The attributes, as rows that are edited or as a graph of their dependencies. */
const AttributesPart = ({ attributes, open, view, isChecked, onView, onPick, onRemove, edit }: PartProps) => (
  <>
    <div className={classes.listHead}>
      <h3>
        Attributes <span className="num">{attributes.length}</span>
      </h3>
      <SegmentedControl
        size="xs"
        aria-label="Attributes shown as"
        value={view}
        data={[
          { value: 'list', label: 'List' },
          { value: 'graph', label: 'Dependencies' },
        ]}
        onChange={(value) => onView(value === 'graph' ? value : 'list')}
      />
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconPlus size={14} />}
        disabled={attributes.length >= attributeLimit}
        onClick={() => {
          onView('list')
          edit({ type: 'add' })
        }}
      >
        Add attribute
      </Button>
    </div>
    {view === 'graph' ? (
      <AttributeGraph attributes={attributes} current={open ?? undefined} onPick={onPick} />
    ) : (
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
            onRemove={() => onRemove(place)}
          />
        ))}
      </ol>
    )}
  </>
)

interface FootProps {
  problem: string | undefined
  visibility: TemplateVisibility
  isSaving: boolean
  onVisibility: (visibility: TemplateVisibility) => void
  onCancel: () => void
}

const Foot = ({ problem, visibility, isSaving, onVisibility, onCancel }: FootProps) => {
  const Icon = icons[visibility]
  return (
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
        onChange={(event) => onVisibility(event.currentTarget.value as TemplateVisibility)}
      />
      <Button variant="subtle" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" variant="filled" loading={isSaving}>
        Save
      </Button>
    </footer>
  )
}
