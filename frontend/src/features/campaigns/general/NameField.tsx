import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useRef } from 'react'
import { campaignNameLimit, defaultCampaignName } from '#domain/campaign-words.ts'
import type { Campaign } from '../../../data/campaigns.ts'
import classes from './general.module.css'
import { Saved } from './Saved.tsx'
import { useSavedField } from './use-saved-field.ts'

const clean = (typed: string) => typed.trim() || defaultCampaignName

/** The campaign's name: Enter saves at once, Escape restores the stored name. A rejected name is reverted. */
export const NameField = ({ campaign: { id, name } }: { campaign: Campaign }) => {
  const field = useSavedField({ campaignId: id, field: 'name', value: name, delayMs: 500, clean })
  const before = useRef(name)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') before.current = clean(field.draft)
    else if (event.key === 'Escape') field.write(before.current)
    else return
    field.settle()
  }
  return (
    <Saved state={field.state}>
      <TextInput
        classNames={{ input: classes.name }}
        label="Campaign name"
        value={field.draft}
        maxLength={campaignNameLimit}
        onFocus={() => {
          before.current = name
        }}
        onBlur={field.settle}
        onChange={(event) => field.write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </Saved>
  )
}
