import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { resolver, theme } from '../ui/theme.ts'

/** The key that the page reads before the first paint, in `index.html`. */
const schemes = localStorageColorSchemeManager({ key: 'loreloom.scheme' })

/** The theme of every page. The CSP requires `nonce` for style tags. */
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
