import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'react-router'

interface Props {
  to: string
  /** The class of the word, which may be hidden where there is no room for it. */
  wordClass?: string | undefined
}

/** A link to the screen that opened this one, which is scrolled to where it was left. */
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
