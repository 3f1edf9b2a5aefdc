import { Button, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { type ReplyTemplate, ReplyTemplateContent, replyTemplateLimits } from '#domain/reply-templates.ts'
import { messageOf } from '../../../base/problem.ts'
import { useAskBeforeLeaving } from '../../../base/use-ask-before-leaving.tsx'
import {
  useChangeReplyTemplateMutation,
  useCreateReplyTemplateMutation,
  useDeleteReplyTemplateMutation,
  useReplyTemplates,
} from '../../../data/reply-templates.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Delayed } from '../../../ui/Delayed.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { Page, PageHeader } from '../../../ui/PageHeader.tsx'
import { toast } from '../../../ui/toast.ts'
import { Waiting } from '../../../ui/Waiting.tsx'
import adminClasses from '../admin.module.css'
import { SupportTabs } from './SupportTabs.tsx'
import classes from './support-inbox.module.css'

/** Adds the template being edited if another admin has deleted it, so that its form stays open. */
const withEdited = (stored: readonly ReplyTemplate[], edited: ReplyTemplate | undefined) =>
  edited === undefined || stored.some(({ id }) => id === edited.id) ? stored : [edited, ...stored]

/** Templates that administrators insert into replies. One of them is edited at a time. */
export const ReplyTemplatesPage = () => {
  const { data, error, refetch } = useReplyTemplates()
  const [edited, setEdited] = useState<ReplyTemplate | 'new'>()
  const isFull = data !== undefined && data.total >= replyTemplateLimits.count
  const stored = data?.data ?? []
  const templates = data && edited !== 'new' ? withEdited(stored, edited) : stored
  return (
    <Page>
      <PageHeader
        title="Support"
        actions={
          data &&
          edited === undefined && (
            <Button disabled={isFull} onClick={() => setEdited('new')}>
              New Template
            </Button>
          )
        }
      />
      <SupportTabs />
      <p className={adminClasses.note}>
        You insert templates into an answer and edit them before you send it. <code>{'{name}'}</code> becomes the name
        of the user.
        {isFull && ` There are ${replyTemplateLimits.count} templates, which is the most.`}
      </p>
      {edited === 'new' && (
        <article className={classes.request}>
          <TemplateForm stored={undefined} onClose={() => setEdited(undefined)} />
        </article>
      )}
      {templates.map((template) => (
        <article key={template.id} className={classes.request} aria-label={template.title}>
          {edited !== 'new' && edited?.id === template.id ? (
            <TemplateForm
              opened={edited}
              stored={stored.find(({ id }) => id === template.id)}
              onClose={() => setEdited(undefined)}
            />
          ) : (
            <Template template={template} onEdit={edited === undefined ? () => setEdited(template) : undefined} />
          )}
        </article>
      ))}
      {data && templates.length === 0 && edited === undefined && (
        <EmptyState subject="chairs" title="No templates" text="Write the answers here that you give often." />
      )}
      {error && !data && (
        <ErrorState text={messageOf(error, 'Failed to load the templates')} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Delayed>
          <Waiting />
        </Delayed>
      )}
    </Page>
  )
}

const Template = ({ template, onEdit }: { template: ReplyTemplate; onEdit: (() => void) | undefined }) => {
  const { id, title, text } = template
  const [isAsking, setAsking] = useState(false)
  const [remove] = useDeleteReplyTemplateMutation()
  const confirmed = async () => {
    const { error } = await remove(id)
    if (error) toast.error(messageOf(error, 'It could not be deleted. Please try again.'))
  }
  return (
    <>
      <header>
        <h2 dir="auto">{title}</h2>
      </header>
      <p dir="auto">{text}</p>
      {onEdit && (
        <div className={classes.acts}>
          <Button variant="subtle" onClick={() => setAsking(true)}>
            Delete
          </Button>
          <Button onClick={onEdit}>Edit</Button>
        </div>
      )}
      <ConfirmDialog
        opened={isAsking}
        danger
        title={`Delete “${title}”?`}
        text="Answers that were sent stay as they are."
        confirm="Delete Template"
        onConfirm={confirmed}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

interface FormProps {
  /** The template as it was when its form opened; absent for a new one. */
  opened?: ReplyTemplate
  /** The template as it is stored now; absent for a new one, and for one that another admin deleted. */
  stored: ReplyTemplate | undefined
  onClose: () => void
}

/** State and submission of a template's form. Detects that another admin changed or deleted the stored template. */
const useTemplateForm = ({ opened, stored, onClose }: FormProps) => {
  const [content, setContent] = useState({ title: opened?.title ?? '', text: opened?.text ?? '' })
  /** The version that the admin has seen. */
  const [seen, setSeen] = useState(opened)
  const [refusal, setRefusal] = useState<{ title?: string | undefined; text?: string | undefined }>({})
  const [create, creation] = useCreateReplyTemplateMutation()
  const [change, changing] = useChangeReplyTemplateMutation()
  const isLoading = creation.isLoading || changing.isLoading
  const isChanged = content.title !== (seen?.title ?? '') || content.text !== (seen?.text ?? '')
  const { close, question } = useAskBeforeLeaving(isChanged && !isLoading, onClose)
  const isDeleted = opened !== undefined && stored === undefined
  const isOutdated = stored !== undefined && seen !== undefined && stored.version !== seen.version

  const edit = (part: Partial<typeof content>) => {
    setContent({ ...content, ...part })
    setRefusal({})
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isLoading || isOutdated) return
    const { data, error } = ReplyTemplateContent.safeParse(content)
    if (error) {
      const messageAt = (field: string) => error.issues.find(({ path }) => path[0] === field)?.message
      return setRefusal({ title: messageAt('title'), text: messageAt('text') })
    }
    const outcome =
      seen === undefined || isDeleted
        ? await create(data)
        : await change({ ...data, id: seen.id, version: seen.version })
    if (outcome.error) return setRefusal({ text: messageOf(outcome.error, 'It could not be saved. Please try again.') })
    onClose()
  }
  return {
    content,
    refusal,
    isLoading,
    isDeleted,
    /** The stored template, if another admin has changed it since this form loaded it. */
    theirs: isOutdated ? stored : undefined,
    edit,
    submit,
    close,
    question,
    takeTheirs({ title, text }: ReplyTemplate) {
      setSeen(stored)
      edit({ title, text })
    },
    keepMine() {
      setSeen(stored)
      setRefusal({})
    },
  }
}

const TemplateForm = (props: FormProps) => {
  const form = useTemplateForm(props)
  const { content, refusal, theirs, edit } = form
  return (
    <form onSubmit={(event) => void form.submit(event)} noValidate>
      <TextInput
        label="Title"
        value={content.title}
        error={refusal.title}
        maxLength={replyTemplateLimits.title}
        autoFocus
        onChange={(event) => edit({ title: event.currentTarget.value })}
      />
      <Textarea
        label="Reply"
        autosize
        minRows={4}
        maxRows={14}
        value={content.text}
        error={refusal.text}
        maxLength={replyTemplateLimits.text}
        onChange={(event) => edit({ text: event.currentTarget.value })}
      />
      <Elsewhere isDeleted={form.isDeleted} stored={theirs} />
      <div className={classes.acts}>
        <Button variant="subtle" onClick={form.close}>
          Cancel
        </Button>
        {theirs ? (
          <>
            <Button onClick={() => form.takeTheirs(theirs)}>Use Theirs</Button>
            <Button onClick={form.keepMine}>Keep Mine</Button>
          </>
        ) : (
          <Button type="submit" variant="filled" loading={form.isLoading}>
            Save Template
          </Button>
        )}
      </div>
      {form.question}
    </form>
  )
}

/** Reports that another admin changed or deleted the template while its form was open. */
const Elsewhere = ({ isDeleted, stored }: { isDeleted: boolean; stored: ReplyTemplate | undefined }) => (
  <div role="status">
    {isDeleted && <p>Another admin has deleted this template. Saving it creates it again.</p>}
    {stored && (
      <>
        <p>Another admin has changed this template to:</p>
        <blockquote dir="auto">
          <strong>{stored.title}</strong>
          {`\n${stored.text}`}
        </blockquote>
      </>
    )}
  </div>
)
