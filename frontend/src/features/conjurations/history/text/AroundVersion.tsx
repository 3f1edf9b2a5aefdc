import { type ReactNode, useMemo } from 'react'
import { useLocation } from 'react-router'
import { type Around, AroundText } from '../../../../writing/reading/context.ts'

interface Props extends Pick<Around, 'campaignId' | 'mark'> {
  names: Readonly<Record<string, string>>
  children: ReactNode
}

/** Provides the context for rendering a version like a current text: mentions show their current names. */
export const AroundVersion = ({ campaignId, names, mark, children }: Props) => {
  const { pathname, search } = useLocation()
  const around = useMemo(
    () => ({ campaignId, here: pathname + search, names: new Map(Object.entries(names)), ...(mark && { mark }) }),
    [campaignId, pathname, search, names, mark],
  )
  return <AroundText value={around}>{children}</AroundText>
}
