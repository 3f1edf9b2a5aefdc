import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { campaignNameLimit, defaultCampaignName } from '#domain/campaigns.ts'
import { type Campaign, useRenameCampaignMutation } from '../../app/campaigns.ts'
import { messageOf } from '../../app/problem.ts'
import { SaveIndicator, type SaveState } from '../../ui/SaveIndicator.tsx'
import { toast } from '../../ui/toast.ts'
import classes from './campaigns.module.css'

const debounceMs = 500
const texts = { saving: 'Saving', saved: 'Changes Saved', failed: 'Unsaved changes' }
const failed = 'Something went wrong while saving the campaign. Please try again.'

/** The campaign's name, saved as it is typed: Enter saves at once, Escape goes back to the name it had. Refused, it reverts. */
export const NameField = ({ campaign }: { campaign: Campaign }) => {
  const [draft, setDraft] = useState(campaign.name)
  const [state, setState] = useState<SaveState>('idle')
  const [rename] = useRenameCampaignMutation()
  const saved = useRef(campaign.name)
  const before = useRef(campaign.name)
  const isEditing = useRef(false)

  // Someone else's new name shows at once, unless this one is being written.
  useEffect(() => {
    saved.current = campaign.name
    if (!isEditing.current) setDraft(campaign.name)
  }, [campaign.name])

  const save = async (typed: string) => {
    const name = typed.trim() || defaultCampaignName
    if (name === saved.current) return setState((now) => (now === 'saving' ? 'idle' : now))
    const last = saved.current
    saved.current = name
    setState('saving')
    const { error } = await rename({ id: campaign.id, name })
    // A later save has its own outcome to tell.
    if (saved.current !== name) return
    setState(error ? 'failed' : 'saved')
    if (!error) return
    saved.current = last
    setDraft(last)
    toast.error(messageOf(error, failed))
  }
  const saveSoon = useDebouncedCallback((name: string) => void save(name), { delay: debounceMs, flushOnUnmount: true })

  const write = (name: string) => {
    setDraft(name)
    saveSoon(name)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') write(before.current)
    if (event.key === 'Enter') saveSoon.flush()
    if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur()
  }

  return (
    <div className={classes.nameLine}>
      <TextInput
        className={classes.name}
        label="Campaign name"
        value={draft}
        maxLength={campaignNameLimit}
        onFocus={() => {
          isEditing.current = true
          before.current = saved.current
        }}
        onBlur={() => {
          isEditing.current = false
          saveSoon.flush()
          if (draft.trim() === '') setDraft(saved.current)
        }}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <SaveIndicator state={state} texts={texts} />
    </div>
  )
}
