import { Checkbox, CloseButton, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Mentionable } from '../../data/mentions.ts'
import { useMentionables } from '../mentions/use-mentionables.ts'
import classes from './generate-text.module.css'

export type Source = Pick<Mentionable, 'id' | 'kind' | 'name'>

interface Props {
  campaignId: string
  chosen: readonly Source[]
  onChange: (chosen: readonly Source[]) => void
  hasCampaign: boolean
  onCampaign: (hasCampaign: boolean) => void
  hasStoryVault: boolean
  onStoryVault: (hasStoryVault: boolean) => void
}

/** The context of a generated text: this page, and further chosen items. */
export const ContextPicker = ({ campaignId, chosen, onChange, ...given }: Props) => {
  const { hasCampaign, onCampaign, hasStoryVault, onStoryVault } = given
  const [typed, setTyped] = useState('')
  const found = useMentionables(campaignId, typed).filter(({ id }) => !chosen.some((one) => one.id === id))
  return (
    <fieldset className={classes.context}>
      <legend>What it knows</legend>
      <ul className={classes.sources} aria-label="Chosen">
        <li>This page</li>
        {chosen.map(({ id, name, kind }) => (
          <li key={id} dir="auto">
            {name}
            {kind === 'file' && <small>File</small>}
            <CloseButton
              size={22}
              aria-label={`Leave out ${name}`}
              onClick={() => onChange(chosen.filter((one) => one.id !== id))}
            />
          </li>
        ))}
      </ul>
      <TextInput
        aria-label="Add lore or a file"
        placeholder="Add lore or a file"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {typed.trim() !== '' && (
        <ul className={classes.found}>
          {found.map(({ id, name, kind }) => (
            <li key={id}>
              <button
                type="button"
                dir="auto"
                onClick={() => {
                  onChange([...chosen, { id, name, kind }])
                  setTyped('')
                }}
              >
                {name} <small>{kind === 'file' ? 'File' : 'Lore'}</small>
              </button>
            </li>
          ))}
          {found.length === 0 && <li className={classes.none}>Nothing is called that.</li>}
        </ul>
      )}
      <Checkbox
        label="The campaign: what it says of itself, and its newest lore"
        checked={hasCampaign}
        onChange={(event) => onCampaign(event.currentTarget.checked)}
      />
      <Checkbox
        label="The Story Vault: what was said in sessions"
        checked={hasStoryVault}
        onChange={(event) => onStoryVault(event.currentTarget.checked)}
      />
    </fieldset>
  )
}
