import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

const debounceMs = 500

/** The gallery's filters, stored in the URL so that Back restores them. The search is debounced. */
export const useFilters = () => {
  const [params, setParams] = useSearchParams()
  const [typed, setTyped] = useState(params.get('search') ?? '')
  const [search] = useDebouncedValue(typed.trim(), debounceMs)
  const month = params.get('month') ?? ''
  const setParam = (name: string, value: string) =>
    setParams(
      (params) => {
        if (value) params.set(name, value)
        else params.delete(name)
        return params
      },
      { replace: true },
    )
  return {
    typed,
    search,
    month: /^\d{4}-(?:0[1-9]|1[0-2])$/.test(month) ? month : '',
    any: search !== '' || month !== '',
    type(text: string) {
      setTyped(text)
      setParam('search', text.trim())
    },
    pickMonth: (month: string) => setParam('month', month),
    clear() {
      setTyped('')
      setParams({}, { replace: true })
    },
  }
}
export type Filters = ReturnType<typeof useFilters>
