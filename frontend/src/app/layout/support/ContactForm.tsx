import { Button, Checkbox, NativeSelect, Textarea } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { type Diagnostics, SupportType } from '#domain/support.ts'
import { fieldErrorsOf, messageOf } from '../../../base/problem.ts'
import { lastFailure } from '../../../base/request.ts'
import { useMe } from '../../../data/me.ts'
import { useVersionQuery } from '../../../data/platform.ts'
import { useAddSupportScreenshotMutation, useRequestSupportMutation } from '../../../data/support.ts'
import { Screenshot } from './Screenshot.tsx'
import classes from './support-center.module.css'

export interface Typed {
  type: string
  description: string
  screenshot: File | null
}

const labels: Readonly<Record<keyof Diagnostics, string>> = {
  browser: 'Browser',
  version: 'Version of Loreloom',
  page: 'Page',
  failedRequest: 'Last request that failed',
}
const names = Object.keys(labels) as (keyof Diagnostics)[]

const useFacts = (): Diagnostics => {
  const { data: version } = useVersionQuery()
  // The path at the time when the form was opened.
  const [page] = useState(() => location.pathname.slice(0, 300))
  const { requestId } = lastFailure
  return {
    browser: navigator.userAgent.slice(0, 300),
    ...(version ? { version: version.version } : {}),
    page,
    ...(requestId ? { failedRequest: requestId } : {}),
  }
}

interface Props {
  typed: Typed
  onType: (typed: Typed) => void
  /** Called with the reason if the request is sent and its screenshot is not. */
  onSent: (screenshotRefusal?: string) => void
}

export const ContactForm = ({ typed, onType, onSent }: Props) => {
  const { impersonatedBy } = useMe()
  const { facts, isSent, toggle, diagnostics } = useDiagnostics()
  const { submit, refusal, amend, isLoading, typeInput, descriptionInput } = useContactRequest(
    typed,
    diagnostics,
    onSent,
  )

  if (impersonatedBy) return <p className={classes.other}>Only this person can send a request.</p>
  return (
    <form className={classes.form} onSubmit={(event) => void submit(event)} noValidate>
      <NativeSelect
        label="Type"
        ref={typeInput}
        value={typed.type}
        error={refusal.type}
        onChange={(event) => {
          amend('type')
          onType({ ...typed, type: event.currentTarget.value })
        }}
        data={[{ value: '', label: 'Choose one', disabled: true }, ...SupportType.options]}
      />
      <Textarea
        label="Description"
        ref={descriptionInput}
        autosize
        minRows={5}
        maxRows={12}
        value={typed.description}
        error={refusal.description}
        onChange={(event) => {
          amend('description')
          onType({ ...typed, description: event.currentTarget.value })
        }}
      />
      <SentFacts facts={facts} isSent={isSent} onToggle={toggle} />
      <Screenshot file={typed.screenshot} onChoose={(screenshot) => onType({ ...typed, screenshot })} />
      {refusal.form && (
        <p className={classes.refusal} role="alert">
          {refusal.form}
        </p>
      )}
      <div className={classes.foot}>
        <p className={classes.hint}>
          Answers about image generation, sessions and campaigns, and billing are under FAQ.
        </p>
        <Button type="submit" variant="filled" loading={isLoading}>
          Submit
        </Button>
      </div>
    </form>
  )
}

interface SentFactsProps extends Pick<ReturnType<typeof useDiagnostics>, 'facts' | 'isSent'> {
  onToggle: (name: string) => void
}

/** The facts that are sent with the user's text, each of which can be left out. */
const SentFacts = ({ facts, isSent, onToggle }: SentFactsProps) => (
  <fieldset className={classes.facts}>
    <legend>Sent with it</legend>
    {names.map(
      (name) =>
        facts[name] && (
          <Checkbox
            key={name}
            checked={isSent(name)}
            onChange={() => onToggle(name)}
            label={labels[name]}
            description={facts[name]}
          />
        ),
    )}
  </fieldset>
)

/** Facts for support, and the ones among them that the user agrees to send. */
const useDiagnostics = () => {
  const facts = useFacts()
  const [removed, setRemoved] = useState<readonly string[]>([])
  const isSent = (name: string) => !removed.includes(name)
  const toggle = (name: string) =>
    setRemoved(isSent(name) ? [...removed, name] : removed.filter((other) => other !== name))
  const diagnostics: Diagnostics = Object.fromEntries(Object.entries(facts).filter(([name]) => isSent(name)))
  return { facts, isSent, toggle, diagnostics }
}

/** Sends the request, then its screenshot. A refusal moves the focus to its field. */
const useContactRequest = (typed: Typed, diagnostics: Diagnostics, onSent: Props['onSent']) => {
  const [refusal, setRefusal] = useState<{ type?: string; description?: string; form?: string }>({})
  const [send, { isLoading: isSending }] = useRequestSupportMutation()
  const [addScreenshot, { isLoading: isAdding }] = useAddSupportScreenshotMutation()
  const isLoading = isSending || isAdding
  const [typeInput, descriptionInput] = [useRef<HTMLSelectElement>(null), useRef<HTMLTextAreaElement>(null)]

  const refuse = (refused: typeof refusal) => {
    setRefusal(refused)
    if (refused.type) typeInput.current?.focus()
    else if (refused.description) descriptionInput.current?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isLoading) return
    const { type, description, screenshot } = typed
    if (type === '') return refuse({ type: 'Please choose a type' })
    if (description.trim() === '') return refuse({ description: 'Please describe what happened' })
    setRefusal({})
    const { data, error } = await send({ type, description, diagnostics })
    if (data) {
      const added = screenshot ? await addScreenshot({ id: data.id, picture: screenshot }) : undefined
      return onSent(added?.error && messageOf(added.error, 'It could not be sent.'))
    }
    const { description: refused } = fieldErrorsOf(error)
    refuse(refused ? { description: refused } : { form: messageOf(error, 'It could not be sent. Please try again.') })
  }
  const amend = (field: 'type' | 'description') => setRefusal(({ [field]: _, ...others }) => others)
  return { submit, refusal, amend, isLoading, typeInput, descriptionInput }
}
