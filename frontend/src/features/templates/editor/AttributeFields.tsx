import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { type TemplateAttribute, wordLimit } from '#domain/template-attributes.ts'
import { attributeName, formats, lengthChoices } from '../words.ts'
import { mayNeed, tests } from './draft.ts'
import { PromptField } from './PromptField.tsx'
import classes from './template-editor.module.css'
import '@mantine/core/styles/NumberInput.layer.css'

interface Props {
  attributes: readonly TemplateAttribute[]
  place: number
  isChecked: boolean
  onChange: (change: Partial<TemplateAttribute>) => void
}

const optionsOf = (words: Record<string, string>) => Object.entries(words).map(([value, label]) => ({ value, label }))

type PartProps = Omit<Props, 'isChecked'>

/** The fields of the attribute that is open. */
export const AttributeFields = ({ attributes, place, isChecked, onChange }: Props) => {
  const attribute = attributes[place]
  if (!attribute) return null
  const { prompt, format, length, required } = attribute
  const needable = mayNeed(attributes, place)
  return (
    <div className={classes.fields}>
      <PromptField
        value={prompt}
        isLacking={isChecked && prompt.trim() === ''}
        onChange={(prompt) => onChange({ prompt })}
      />
      <div className={classes.two}>
        <NativeSelect
          label="Format"
          data={optionsOf(formats)}
          value={format}
          onChange={(event) => onChange({ format: event.currentTarget.value as TemplateAttribute['format'] })}
        />
        <NativeSelect
          label="Length"
          data={optionsOf(lengthChoices)}
          value={length}
          onChange={(event) => {
            const length = event.currentTarget.value as TemplateAttribute['length']
            const words = length === 'CUSTOM' ? { wordCountMin: 20, wordCountMax: 60 } : {}
            onChange({ length, wordCountMin: null, wordCountMax: null, ...words })
          }}
        />
      </div>
      {length === 'CUSTOM' && <WordCounts attribute={attribute} onChange={onChange} />}
      <Checkbox
        label="Required"
        checked={required}
        onChange={(event) => onChange({ required: event.currentTarget.checked })}
      />
      {needable.length > 0 && <Dependencies attributes={attributes} place={place} onChange={onChange} />}
      {needable.length > 0 && <Condition attributes={attributes} place={place} onChange={onChange} />}
    </div>
  )
}

const countOf = (value: number | string) => (typeof value === 'number' ? Math.max(1, Math.round(value)) : null)

const WordCounts = ({ attribute, onChange }: { attribute: TemplateAttribute; onChange: Props['onChange'] }) => {
  const { wordCountMin, wordCountMax } = attribute
  return (
    <div className={classes.two}>
      <NumberInput
        label="Fewest words"
        min={1}
        max={wordLimit}
        allowDecimal={false}
        value={wordCountMin ?? ''}
        onChange={(value) => onChange({ wordCountMin: countOf(value) })}
      />
      <NumberInput
        label="Most words"
        min={1}
        max={wordLimit}
        allowDecimal={false}
        value={wordCountMax ?? ''}
        onChange={(value) => onChange({ wordCountMax: countOf(value) })}
      />
    </div>
  )
}

const Dependencies = ({ attributes, place, onChange }: PartProps) => {
  const dependsOn = attributes[place]?.dependsOn ?? []
  return (
    <fieldset className={classes.needs}>
      <legend>Depends on</legend>
      {mayNeed(attributes, place).map((other) => (
        <Checkbox
          key={attributes[other]?.id}
          label={attributes[other] ? attributeName(attributes[other], other) : ''}
          checked={dependsOn.includes(other)}
          onChange={(event) =>
            onChange({
              dependsOn: event.currentTarget.checked
                ? [...dependsOn, other].sort((a, b) => a - b)
                : dependsOn.filter((each) => each !== other),
            })
          }
        />
      ))}
    </fieldset>
  )
}

/** When the attribute is written: always, or depending on the text of another one. */
const Condition = ({ attributes, place, onChange }: PartProps) => {
  const conditions = attributes[place]?.conditions ?? null
  return (
    <div className={classes.when}>
      <NativeSelect
        label="Written when"
        value={conditions === null ? '' : String(conditions.attribute)}
        data={[
          { value: '', label: 'Always' },
          ...mayNeed(attributes, place).map((other) => ({
            value: String(other),
            label: attributes[other] ? attributeName(attributes[other], other) : '',
          })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange({
            conditions: value === '' ? null : { test: 'filled', value: '', ...conditions, attribute: Number(value) },
          })
        }
      />
      {conditions && (
        <NativeSelect
          aria-label="Condition"
          value={conditions.test}
          data={optionsOf(tests)}
          onChange={(event) =>
            onChange({ conditions: { ...conditions, test: event.currentTarget.value as keyof typeof tests } })
          }
        />
      )}
      {conditions && conditions.test !== 'filled' && (
        <TextInput
          aria-label="Text to compare with"
          dir="auto"
          maxLength={500}
          value={conditions.value}
          onChange={(event) => onChange({ conditions: { ...conditions, value: event.currentTarget.value } })}
        />
      )}
    </div>
  )
}
