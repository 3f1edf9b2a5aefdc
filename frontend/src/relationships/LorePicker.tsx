import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconAt } from '@tabler/icons-react'
import { useState } from 'react'
import { untitledConjuration } from '#domain/conjuration-words.ts'
import { useLoreSuggestionsQuery } from '../data/relationships.ts'

interface Props {
  campaignId: string
  /** The source of the link, which cannot be chosen. */
  except: string
  value: string | null
  onChange: (id: string | null) => void
}

/** Delay between the last key and the search, in milliseconds. */
const pause = 150

/** Selects a lore item of the campaign, found by its name. */
export const LorePicker = ({ campaignId, except, value, onChange }: Props) => {
  const [text, setText] = useState('')
  const [query] = useDebouncedValue(text.replace(/^@/, '').trim(), pause)
  const { currentData: found } = useLoreSuggestionsQuery({ campaignId, query })
  const [chosen, setChosen] = useState<{ value: string; label: string }>()
  const choices = (found ?? [])
    .filter(({ id }) => id !== except)
    .map(({ id, name }) => ({ value: id, label: name.trim() || untitledConjuration }))
  const data = chosen && !choices.some((choice) => choice.value === chosen.value) ? [chosen, ...choices] : choices
  return (
    <Select
      aria-label="Lore to link"
      placeholder="Find lore"
      leftSection={<IconAt size={15} />}
      data={data}
      value={value}
      searchable
      autoFocus
      dir="auto"
      // The server has already filtered, with tolerance for typing errors.
      filter={({ options }) => options}
      nothingFoundMessage={found ? 'No lore is called that.' : 'Looking…'}
      onSearchChange={setText}
      onChange={(id) => {
        setChosen(data.find((choice) => choice.value === id))
        onChange(id)
      }}
    />
  )
}
