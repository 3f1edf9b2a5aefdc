import { Autocomplete } from '@mantine/core'
import { defaultRpgSystem } from '#domain/campaign-words.ts'
import type { Campaign } from '../../../data/campaigns.ts'
import { Saved } from './Saved.tsx'
import { rpgSystems } from './systems.ts'
import { useSavedField } from './use-saved-field.ts'

const clean = (typed: string) => typed.trim() || defaultRpgSystem

/** The roleplaying system: one of those offered, or any other. */
export const SystemField = ({ campaign: { id, rpgSystemCode } }: { campaign: Campaign }) => {
  const field = useSavedField({ campaignId: id, field: 'rpgSystemCode', value: rpgSystemCode, delayMs: 500, clean })
  return (
    <Saved state={field.state}>
      <Autocomplete
        label="Roleplaying system"
        data={rpgSystems}
        value={field.draft}
        maxLength={100}
        onChange={field.write}
        onBlur={field.settle}
        comboboxProps={{ withinPortal: true }}
      />
    </Saved>
  )
}
