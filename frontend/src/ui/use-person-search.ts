import { useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

const settleMs = 250

/** What is typed to find somebody: `search` once it has settled. */
export const usePersonSearch = () => {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), settleMs)
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => setTyped(''),
  })
  return { combobox, typed, setTyped, search, isOpen: combobox.dropdownOpened }
}
