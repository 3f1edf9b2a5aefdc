import { NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { transcriptLimits } from '#domain/transcripts.ts'
import { fieldErrorsOf, messageOf } from '../../base/problem.ts'
import type { Described } from '../../data/transcripts.ts'
import classes from './vault.module.css'
import '@mantine/core/styles/NumberInput.layer.css'

export type FieldErrors = Readonly<Partial<Record<string, string>>>

/** Returns the errors by field. Errors in the content of a file begin with the name of its field. */
export const fieldErrors = (error: unknown, otherwise: string): FieldErrors => {
  const named = fieldErrorsOf(error)
  if (Object.keys(named).length > 0) return named
  const message = messageOf(error, otherwise)
  const [, field, text] = /^(file|consent): (.+)$/s.exec(message) ?? []
  return field === undefined || text === undefined
    ? { general: message }
    : { [field]: text.replace(/^./, (first) => first.toUpperCase()) }
}

const visibilities = [
  { value: 'DM', label: 'You and the DMs' },
  { value: 'CAMPAIGN', label: 'Everyone in the campaign' },
  { value: 'PRIVATE', label: 'Only you' },
]

/** Title, session, date and visibility of a recap or a transcript. */
export const DescriptionFields = ({
  value,
  errors,
  titlePlaceholder,
  onChange,
}: {
  value: Described
  errors: FieldErrors
  titlePlaceholder?: string
  onChange: (changes: Partial<Described>) => void
}) => (
  <>
    <TextInput
      label="Title"
      dir="auto"
      data-autofocus
      maxLength={transcriptLimits.title}
      value={value.title}
      error={errors.title}
      {...(titlePlaceholder === undefined ? {} : { placeholder: titlePlaceholder })}
      onChange={(event) => onChange({ title: event.currentTarget.value })}
    />
    <div className={classes.pair}>
      <NumberInput
        label="Session"
        placeholder="Its number"
        min={0}
        max={transcriptLimits.session}
        allowDecimal={false}
        hideControls
        value={value.session ?? ''}
        error={errors.session}
        onChange={(session) => onChange({ session: session === '' ? null : Number(session) })}
      />
      <TextInput
        type="date"
        label="Played on"
        value={value.playedOn ?? ''}
        error={errors.playedOn}
        onChange={(event) => onChange({ playedOn: event.currentTarget.value || null })}
      />
    </div>
    <NativeSelect
      label="Who may see it"
      data={visibilities}
      value={value.visibility}
      error={errors.visibility}
      onChange={(event) => onChange({ visibility: event.currentTarget.value as Described['visibility'] })}
    />
  </>
)
