import { useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

const settleMs = 250

/** Search text for finding a person: `search` is its debounced value. */
export const usePersonSearch = () => {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), settleMs)
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => setTyped(''),
  })
  return { combobox, typed, setTyped, search, isOpen: combobox.dropdownOpened }
}
