import textButton from '../ui/text-button.module.css'
import { WithSupport } from '../ui/WithSupport.tsx'
import { openOverlay } from './overlay.ts'

/** A text in which the mention of support, if any, is a button that opens the form of the Support Center. */
export const SupportText = ({ text }: { text: string }) => (
  <WithSupport
    text={text}
    link={(label) => (
      <button type="button" className={textButton.button} onClick={() => openOverlay({ kind: 'support', type: '' })}>
        {label}
      </button>
    )}
  />
)
