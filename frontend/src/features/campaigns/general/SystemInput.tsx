import { Autocomplete, type OptionsFilter } from '@mantine/core'
import { useRef, useState } from 'react'
import { defaultRpgSystem } from '#domain/campaign-words.ts'

/** Suggestions; any other system may be typed. */
const rpgSystems = [
  defaultRpgSystem,
  'Pathfinder',
  'Call of Cthulhu',
  'Blades in the Dark',
  'Warhammer Fantasy',
  'Shadowdark',
  'Dungeon Crawl Classics',
  'Daggerheart',
  'Old-School Essentials',
  'Savage Worlds',
  'Vampire: The Masquerade',
  'Starfinder',
  'GURPS',
  'Fate',
  'Homebrew',
]

interface Props {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
}

const showAll: OptionsFilter = ({ options }) => options
/** Omits a system that is typed in full, so that Enter submits the form instead of choosing the suggestion. */
const showMatching: OptionsFilter = ({ options, search }) => {
  const typed = search.trim().toLowerCase()
  const isMatch = (label: string) => label.toLowerCase() !== typed && label.toLowerCase().includes(typed)
  return options.filter((option) => 'label' in option && isMatch(option.label))
}

/**
 * The role-playing system: one of the suggestions, or any other. All suggestions show until the user types; then the
 * first match is highlighted, and Enter takes it.
 */
export const SystemInput = ({ value, onChange, onBlur }: Props) => {
  const [typed, setTyped] = useState<string>()
  const isEntered = useRef(false)
  return (
    <Autocomplete
      label="Roleplaying system"
      data={rpgSystems}
      value={value}
      maxLength={100}
      maxDropdownHeight={260}
      filter={typed === value ? showMatching : showAll}
      selectFirstOptionOnChange
      onInput={(event) => setTyped(event.currentTarget.value)}
      onChange={onChange}
      onFocus={() => {
        isEntered.current = true
      }}
      onClick={({ currentTarget }) => {
        // The first click selects the whole text, as Tab does, so that typing replaces it.
        if (isEntered.current) currentTarget.select()
        isEntered.current = false
      }}
      onOptionSubmit={() => setTyped(undefined)}
      onBlur={() => {
        setTyped(undefined)
        onBlur?.()
      }}
      comboboxProps={{ withinPortal: true }}
    />
  )
}
