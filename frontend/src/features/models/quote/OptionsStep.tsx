import { Checkbox, Textarea } from '@mantine/core'
import classes from './quote.module.css'
import type { StepProps } from './quote.ts'

const longest = 2000

/** Changes to the model, and painting. */
export const OptionsStep = ({ form: { customization, painting }, onChange, isTried }: StepProps) => (
  <>
    <div className={classes.option}>
      <Checkbox
        label="3D customization"
        description="$75/hour, and adds 5 business days"
        checked={customization.requested}
        onChange={(event) => onChange({ customization: { ...customization, requested: event.currentTarget.checked } })}
      />
      {customization.requested && (
        <Textarea
          label="What should change"
          autosize
          minRows={3}
          maxRows={8}
          maxLength={longest}
          value={customization.details}
          error={
            isTried && customization.details.trim() === '' && 'Please describe the 3D model customization you need'
          }
          onChange={(event) => onChange({ customization: { ...customization, details: event.currentTarget.value } })}
        />
      )}
    </div>
    <div className={classes.option}>
      <Checkbox
        label="Professional hand painting"
        description="$35 each for small and medium; larger ones are quoted individually"
        checked={painting.requested}
        onChange={(event) => onChange({ painting: { ...painting, requested: event.currentTarget.checked } })}
      />
      {painting.requested && (
        <Textarea
          label="How it should be painted"
          description="Optional"
          autosize
          minRows={3}
          maxRows={8}
          maxLength={longest}
          value={painting.details}
          onChange={(event) => onChange({ painting: { ...painting, details: event.currentTarget.value } })}
        />
      )}
    </div>
  </>
)

/** Anything else. */
export const NotesStep = ({ form: { notes }, onChange }: StepProps) => (
  <Textarea
    label="Notes"
    description="Optional: anything else that the shop should know"
    autosize
    minRows={5}
    maxRows={12}
    maxLength={longest}
    data-autofocus
    value={notes}
    onChange={(event) => onChange({ notes: event.currentTarget.value })}
  />
)
