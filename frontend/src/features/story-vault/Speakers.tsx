import { NativeSelect, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Speaker, TranscriptDetail } from '#projections/transcript-answers.ts'
import { messageOf } from '../../base/problem.ts'
import { usePeople } from '../../data/members.ts'
import { useMentionedLoreQuery } from '../../data/mentions.ts'
import { useAssignSpeakerMutation } from '../../data/transcripts.ts'
import { toast } from '../../ui/toast.ts'
import classes from './transcript.module.css'

/** Milliseconds after the last key. */
const pause = 200

/** Assigns the names in a transcript to members and to characters. Read-only for those who may not edit it. */
export const Speakers = ({ transcript }: { transcript: TranscriptDetail }) => {
  const [assign] = useAssignSpeakerMutation()
  if (!transcript.mayEdit) return null
  const save = async (speaker: number, chosen: { userId: string | null; conjurationId: string | null }) => {
    const { error } = await assign({ id: transcript.id, speaker, ...chosen })
    if (error) toast.error(messageOf(error, 'The speaker could not be assigned. Please try again.'))
  }
  return (
    <section className={classes.speakers} aria-labelledby="speakers-title">
      <h2 id="speakers-title">Who is speaking</h2>
      <ul>
        {transcript.speakers.map((speaker, position) => (
          <li key={speaker.label}>
            <b dir="auto">{speaker.label}</b>
            <Member
              campaignId={transcript.campaignId}
              speaker={speaker}
              onChange={(userId) => void save(position, { userId, conjurationId: speaker.conjurationId })}
            />
            <Character
              campaignId={transcript.campaignId}
              speaker={speaker}
              onChange={(conjurationId) => void save(position, { userId: speaker.userId, conjurationId })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface Props {
  campaignId: string
  speaker: Speaker
  onChange: (id: string | null) => void
}

const Member = ({ campaignId, speaker: { label, userId, username }, onChange }: Props) => {
  const people = usePeople(campaignId)
  const known = [...(people ?? [])].map(([value, name]) => ({ value, label: name }))
  const isMissing = userId !== null && !known.some(({ value }) => value === userId)
  const former = isMissing ? [{ value: userId, label: username ?? 'A former member' }] : []
  return (
    <NativeSelect
      aria-label={`Member who is ${label}`}
      data={[{ value: '', label: 'Not a member' }, ...former, ...known]}
      value={userId ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || null)}
    />
  )
}

const Character = ({ campaignId, speaker: { label, conjurationId, conjurationName }, onChange }: Props) => {
  const [text, setText] = useState('')
  const [query] = useDebouncedValue(text.trim(), pause)
  const { currentData: found } = useMentionedLoreQuery({ campaignId, query })
  const choices = (found ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const isListed = choices.some(({ value }) => value === conjurationId)
  const chosen = conjurationId !== null && !isListed ? [{ value: conjurationId, label: conjurationName ?? '' }] : []
  return (
    <Select
      aria-label={`Character that ${label} plays`}
      placeholder="A character"
      data={[...chosen, ...choices]}
      value={conjurationId}
      searchable
      clearable
      dir="auto"
      // The server has already filtered, with tolerance for typing errors.
      filter={({ options }) => options}
      nothingFoundMessage="No lore of this name"
      onSearchChange={setText}
      onChange={onChange}
    />
  )
}
