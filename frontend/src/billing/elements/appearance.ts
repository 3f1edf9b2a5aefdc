import type { Appearance } from '@stripe/stripe-js'

/** Our colours for frames that no style sheet of ours reaches. */
export const appearance = (): Appearance => {
  const tokens = getComputedStyle(document.documentElement)
  const token = (name: string) => tokens.getPropertyValue(`--ll-${name}`).trim()
  return {
    theme: 'flat',
    variables: {
      colorPrimary: token('thread'),
      colorBackground: token('surface'),
      colorText: token('text'),
      colorTextSecondary: token('text-2'),
      colorTextPlaceholder: token('text-3'),
      colorDanger: token('madder'),
      fontSizeBase: '14px',
      borderRadius: '6px',
    },
    rules: { '.Input': { border: `1px solid ${token('control')}` } },
  }
}
