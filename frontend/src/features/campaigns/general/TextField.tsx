import { Textarea } from '@mantine/core'
import { useAskBeforeLeaving } from '../../../base/use-ask-before-leaving.tsx'
import type { Campaign } from '../../../data/campaigns.ts'
import classes from './general.module.css'
import { Saved } from './Saved.tsx'
import { useSavedField } from './use-saved-field.ts'

interface Props {
  campaign: Campaign
  field: 'description' | 'welcomeMessage'
  label: string
  help: string
  limit: number
}

/** A text for the campaign's members, in a field that grows. Text that failed to save stays in it. */
export const TextField = ({ campaign, field: name, label, help, limit }: Props) => {
  const field = useSavedField({
    campaignId: campaign.id,
    field: name,
    value: campaign[name],
    delayMs: 1_000,
    keepsFailedDraft: true,
  })
  const { question } = useAskBeforeLeaving(field.hasUnsavedDraft)
  return (
    <Saved state={field.state} onAgain={field.again}>
      <Textarea
        classNames={{ input: classes.text }}
        label={label}
        description={help}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={field.draft}
        maxLength={limit}
        onBlur={field.settle}
        onChange={(event) => field.write(event.currentTarget.value)}
      />
      {question}
    </Saved>
  )
}
