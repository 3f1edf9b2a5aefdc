import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './steps.module.css'
import { shortened } from './steps.ts'

interface Props<Step> {
  steps: readonly Step[]
  idOf: (step: Step) => string
  nameOf: (step: Step) => string
  children: (step: Step) => ReactNode
}

/**
 * Breadcrumbs from the root down. A long path shows the root, the parent and the current item; a press on the ellipsis
 * shows the rest.
 */
export const Steps = <Step,>({ steps, idOf, nameOf, children }: Props<Step>) => {
  const [isWhole, setWhole] = useState(false)
  const { first, between, last } = shortened(steps)
  const shown = isWhole ? steps : [...first, ...last]
  return (
    <ol data-whole={isWhole || undefined} className={classes.steps}>
      {shown.map((step, n) => (
        <li key={idOf(step)}>
          {n > 0 && <IconChevronRight size={13} aria-hidden="true" />}
          {n === first.length && between.length > 0 && !isWhole && (
            <>
              <button
                type="button"
                className={classes.between}
                aria-label={`Show ${between.length} more steps`}
                title={between.map(nameOf).join(' › ')}
                onClick={() => setWhole(true)}
              >
                …
              </button>
              <IconChevronRight size={13} aria-hidden="true" />
            </>
          )}
          {children(step)}
        </li>
      ))}
    </ol>
  )
}
