import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { resolver, theme } from '../ui/theme.ts'

/** The key that the page reads before the first paint, in `index.html`. */
const schemes = localStorageColorSchemeManager({ key: 'loreloom.scheme' })

/** The look of every page. `nonce` is what the CSP asks of every style tag. */
export const Themed = ({ nonce, children }: { nonce: string; children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={resolver}
    colorSchemeManager={schemes}
    defaultColorScheme="auto"
    getStyleNonce={() => nonce}
  >
    {children}
  </MantineProvider>
)
