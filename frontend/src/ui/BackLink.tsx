import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'react-router'

interface Props {
  to: string
  /** The class of the label, whose style may hide it if there is no room. */
  wordClass?: string | undefined
}

/** A link back to the screen that opened this one, which restores its scroll position. */
export const BackLink = ({ to, wordClass }: Props) => (
  <Button
    component={Link}
    to={to}
    state={{ isBack: true }}
    variant="subtle"
    size="xs"
    aria-label="Back"
    leftSection={<IconArrowLeft size={15} />}
  >
    <span className={wordClass}>Back</span>
  </Button>
)
