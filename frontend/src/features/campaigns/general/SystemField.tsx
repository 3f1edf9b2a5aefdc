import { defaultRpgSystem } from '#domain/campaign-words.ts'
import type { Campaign } from '../../../data/campaigns.ts'
import { Saved } from './Saved.tsx'
import { SystemInput } from './SystemInput.tsx'
import { useSavedField } from './use-saved-field.ts'

const clean = (typed: string) => typed.trim() || defaultRpgSystem

export const SystemField = ({ campaign: { id, rpgSystemCode } }: { campaign: Campaign }) => {
  const field = useSavedField({ campaignId: id, field: 'rpgSystemCode', value: rpgSystemCode, delayMs: 500, clean })
  return (
    <Saved state={field.state}>
      <SystemInput value={field.draft} onChange={field.write} onBlur={field.settle} />
    </Saved>
  )
}
